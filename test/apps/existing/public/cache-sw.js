self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open('shop').then((cache) => cache.add('/offline.html')))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})
self.addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
})
