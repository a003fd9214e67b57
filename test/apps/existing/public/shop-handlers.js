// A cache-first worker as many shops have one: what fails, it answers itself.
self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open('shop').then((cache) => cache.add('/offline.html')))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})
self.addEventListener('fetch', (event) => {
  event.respondWith(answer(event.request))
})

async function answer(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  try {
    const response = await fetch(request)
    if (request.method === 'GET' && response.ok) {
      const cache = await caches.open('shop')
      await cache.put(request, response.clone())
    }
    return response
  } catch {
    if (request.mode === 'navigate') return caches.match('/offline.html')
    return Response.json({ offline: true })
  }
}
