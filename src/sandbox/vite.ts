import { createHandler, type Handler } from './handler.js'
import { createSandboxService, type SandboxParts } from './http.js'
import type { Service } from './service.js'

/** How the sandbox stands inside a Vite server. */
export interface SandboxPluginOptions extends SandboxParts {
  /** `/api`, unless set: the till's base address is this path on the page's own origin. */
  prefix?: string
}

/** As much of a Vite server, dev or preview, as the plugin touches. */
export interface SandboxHost {
  middlewares: { use: (handler: Handler) => unknown }
}

/** A Vite plugin, told by its shape, so that the types of this package ask for no Vite. */
export interface SandboxPlugin {
  name: string
  configureServer: (server: SandboxHost) => void
  configurePreviewServer: (server: SandboxHost) => void
}

/** Serves the stand-in from Vite's own server, in development and in preview. A build opens no ledger. */
export function sandboxPlugin({ prefix = '/api', ...parts }: SandboxPluginOptions = {}): SandboxPlugin {
  let service: Service | undefined
  function mount(server: SandboxHost) {
    service ??= createSandboxService(parts)
    server.middlewares.use(createHandler(service, { prefix }))
  }
  return { name: 'counterfoil-sandbox', configureServer: mount, configurePreviewServer: mount }
}
