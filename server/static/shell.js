// What makes a page an app: its offline shell, where the browser trusts the connection.

if (window.isSecureContext) navigator.serviceWorker?.register("/sw.js").catch(() => {});
