import { expect } from 'vitest'
import { type Page, run } from './page.js'

/** What lies outside the databases says how many operations are unresolved, and that so many were saved. */
export async function untilWitnessed(
  page: Page,
  wanted: { unresolved: number; place: number },
): Promise<void> {
  const readWitness = () =>
    run(page, async () => {
      const found = await caches.match('/counterfoil-witness/counterfoil.json')
      return found ? ((await found.json()) as unknown) : undefined
    })
  await expect.poll(readWitness, { interval: 100 }).toMatchObject(wanted)
}

/** So many operations are in the files, or in the caches of a browser that cannot write files. */
export async function untilMirrored(page: Page, wanted: number): Promise<void> {
  const countCopies = () =>
    run(page, async () => {
      const folder = 'counterfoil-mirror'
      const segments: Blob[] = []
      const canWrite = Reflect.has(globalThis, 'FileSystemFileHandle')
      if (canWrite && 'createWritable' in FileSystemFileHandle.prototype) {
        const root = await navigator.storage.getDirectory()
        const files = await (await root.getDirectoryHandle(folder)).getDirectoryHandle('counterfoil')
        for await (const handle of files.values())
          segments.push(await (handle as FileSystemFileHandle).getFile())
      } else {
        const cache = await caches.open(folder)
        for (const request of await cache.keys()) {
          const response = await cache.match(request)
          if (response) segments.push(await response.blob())
        }
      }
      let count = 0
      for (const segment of segments) {
        const length = new DataView(await segment.slice(0, 4).arrayBuffer()).getUint32(0)
        const head = JSON.parse(await segment.slice(4, 4 + length).text()) as { copies: unknown[] }
        count += head.copies.length
      }
      return count
    })
  const countOrNone = () => countCopies().catch(() => 0)
  await expect.poll(countOrNone, { interval: 100 }).toBe(wanted)
}
