import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost } from './host.js'
import type { Server } from './vite.js'

/** The built demo in a folder of its own, so that a newer release reaches nobody who is served another copy. */
export interface DemoCopy {
  serve: () => Promise<Server>
  /** Puts out a release that differs in its worker. */
  release: () => void
}

export function createDemoCopy(): DemoCopy {
  let folder: string | undefined
  let count = 0
  return {
    async serve() {
      const copied = mkdtempSync(join(tmpdir(), 'counterfoil-demo-'))
      folder = copied
      cpSync('dist/demo', copied, { recursive: true })
      const server = await startHost({ folder: copied })
      return {
        url: server.url,
        async stop() {
          await server.stop()
          rmSync(copied, { recursive: true, force: true, maxRetries: 5 })
        },
      }
    },
    release() {
      if (folder === undefined) throw new Error('the copy is not served')
      count += 1
      appendFileSync(join(folder, 'demo-sw.js'), `\n// Release ${count}.\n`)
    },
  }
}
