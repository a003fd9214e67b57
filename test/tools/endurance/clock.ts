import type { Tab } from '../../drivers/driver.js'

/** Where a page or a worker finds by how much its device's clock is off. */
const place = 'endurance-clock'

/**
 * Goes before every script that is served: page and worker of one device have one clock, which can be set. A worker
 * hears of what it is to do only once it knows the time.
 */
export const clockPrelude = `;(() => {
  if (globalThis.enduranceClock) return
  const clock = { offset: 0, isKnown: false }
  globalThis.enduranceClock = clock
  const now = Date.now.bind(Date)
  globalThis.Date = new Proxy(Date, {
    construct: (real, parts) => parts.length === 0 ? new real(now() + clock.offset) : new real(...parts),
    get: (real, name) => name === 'now' ? () => now() + clock.offset : Reflect.get(real, name),
  })
  new BroadcastChannel('${place}').onmessage = ({ data }) => { clock.offset = data }
  clock.ready = caches.open('${place}')
    .then((cache) => cache.match('/${place}'))
    .then(async (found) => { if (found) clock.offset = Number(await found.text()) })
    .catch(() => undefined)
    .then(() => { clock.isKnown = true })
  if ('document' in globalThis) return
  const listen = self.addEventListener.bind(self)
  self.addEventListener = (type, hear, ...more) => {
    if (!['message', 'sync', 'periodicsync'].includes(type)) return listen(type, hear, ...more)
    listen(type, (event) => {
      if (clock.isKnown) hear(event)
      else event.waitUntil(clock.ready.then(() => hear(event)))
    }, ...more)
  }
})();
`

/** A page's modules wait for the time before they begin. */
export const modulePrelude = `${clockPrelude}await globalThis.enduranceClock.ready;\n`

declare const enduranceClock: { offset: number }

/** Sets the clock of a till's device, for its page and its worker and for all that come after them. */
export async function setClock(tab: Tab, offset: number): Promise<void> {
  await tab.evaluate(
    async (offset, place) => {
      await (await caches.open(place)).put(`/${place}`, new Response(String(offset)))
      enduranceClock.offset = offset
      const channel = new BroadcastChannel(place)
      channel.postMessage(offset)
      channel.close()
    },
    offset,
    place,
  )
}
