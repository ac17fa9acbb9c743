// The offline shell: what the pages themselves consist of is kept, so that they open while the
// computer is away, say so, and show what they showed last. Nothing of a game is kept here, and of
// the API only the words.

const KEPT = "arbitable-shell-3";
const AWAY = "/static/offline.html";
const WORDS = "/api/v1/words";
const PARTS = [
  ...["tokens.css", "style.css", "phone.css", "play.css", "boards/boards.css", "icon.svg", "away.js", "board.js", "call.js", "draw.js", "language.js"],
  ...["lastshown.js", "live.js", "question.js", "stage.js", "standing.js", "table.js"],
].map((name) => `/static/${name}`);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([AWAY, WORDS, ...PARTS])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { pathname, search } = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(AWAY)));
  else if (pathname.startsWith("/static/") || pathname + search === WORDS) event.respondWith(freshest(event.request));
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
