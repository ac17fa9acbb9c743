// The offline shell: what the pages themselves consist of is kept, so that they open while the
// computer is away and say so. Nothing of a game is kept here, and nothing of the API is touched.

const KEPT = "arbitable-shell-2";
const AWAY = "/static/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([AWAY, "/static/away.js", "/static/tokens.css", "/static/style.css", "/static/icon.svg"])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(AWAY)));
  else if (pathname.startsWith("/static/")) event.respondWith(freshest(event.request));
});

/** From the computer where it answers, else as it was when it last did. */
async function freshest(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}
