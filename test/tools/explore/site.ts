import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandboxService } from '../../../src/sandbox/http.js'
import type { Arrival, Effect, Service } from '../../../src/sandbox/index.js'
import { openEyes } from './look.js'
import { createServices, startHost } from '../../support/host.js'

/** A card service and all that ever arrived there. */
export interface Branch {
  service: Service
  arrivals: Arrival[]
  /** What it has applied, in its order. */
  listEffects: () => readonly Effect[]
}

/** The built demo, and the services of the till and of its training in the tool's own process. */
export interface Site {
  url: string
  live: Branch
  training: Branch
  /** The service of the till whose database has this name. */
  branchOf: (tillName: string) => Branch
  stop: () => Promise<void>
}

/** Tells a worker's own faults, of which a page hears nothing: not those that the worker says are none. */
const workerPrelude = `;(() => {
  const tell = (event, what) => setTimeout(() => {
    if (!event.defaultPrevented) console.error('in the worker: ' + what)
  }, 0)
  self.addEventListener('error', (event) => tell(event, event.message))
  self.addEventListener('unhandledrejection', (event) => tell(event, String(event.reason)))
})();
`

/** Starting over and losing all data change the books rightly, and so are kept out of a stranger's reach. */
function keepBooks(): void {
  addEventListener(
    'click',
    (event) => {
      const isForbidden = event
        .composedPath()
        .some(
          (part) =>
            part instanceof HTMLElement && /^(lose|start-over)-confirm$/.test(part.dataset.testid ?? ''),
        )
      if (!isForbidden) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

function createBranch(): Branch {
  const arrivals: Arrival[] = []
  const service = createSandboxService({ onArrival: (arrival) => void arrivals.push(arrival) })
  return { service, arrivals, listEffects: () => service.bank.effects }
}

/** What every page runs before its own scripts, also where the line is down. */
export function composePageScript(more = ''): string {
  return `(${openEyes.toString()})();(${keepBooks.toString()})();${more}`
}

/** Serves a copy of the demo, so that a build meanwhile changes nothing. */
export async function startSite(): Promise<Site> {
  const [live, training] = [createBranch(), createBranch()]
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-explore-'))
  cpSync('dist/demo', folder, { recursive: true })
  const server = await startHost({
    folder,
    serve: createServices(live.service, training.service),
    prelude: (path) => (path.endsWith('-sw.js') ? workerPrelude : ''),
  })
  return {
    url: server.url,
    live,
    training,
    branchOf: (tillName) => (tillName.includes('training') ? training : live),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
