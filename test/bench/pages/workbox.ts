import type { Contender } from './contender.js'

/** Workbox works in its worker alone; the way there and back is the host's. */
export function createWorkbox(): Contender {
  let service = ''
  async function order(tag: 'keep' | 'deliver', index = 0): Promise<number> {
    const { port1, port2 } = new MessageChannel()
    const { active } = await navigator.serviceWorker.ready
    return new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<number>) => {
        resolve(data)
      }
      active?.postMessage({ tag, service, index }, [port2])
    })
  }
  return {
    async open(terms) {
      service = terms.service
      await navigator.serviceWorker.register('/workbox-sw.js')
      await navigator.serviceWorker.ready
    },
    keep: (index) => order('keep', index),
    async deliver() {
      await order('deliver')
    },
  }
}
