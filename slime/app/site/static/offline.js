// Keeps the whole page for when there is no network. The first two lines are filled in.
const VERSION = "FILLED IN";
const FILES = ["FILLED IN"];
/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  // All or nothing; what the page has loaded already comes from the browser's own cache.
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== VERSION && name.startsWith("slime ")) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(drop());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => (await caches.match(event.request, { cacheName: VERSION, ignoreSearch: true })) || fetch(event.request);
  event.respondWith(answer());
});
