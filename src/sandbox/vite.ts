import { createHandler, type Handler } from './handler.js'
import { createSandboxService, type SandboxParts } from './http.js'
import type { Service } from './service.js'

/** The options of a sandbox in a Vite server. */
export interface SandboxPluginOptions extends SandboxParts {
  /** `/api` unless set. The till's base address is this path on the page's own origin. */
  prefix?: string
}

/** The part of a Vite server, dev or preview, that the plugin uses. */
export interface SandboxHost {
  middlewares: { use: (handler: Handler) => unknown }
}

/** A Vite plugin, declared here so that the types of this package do not need Vite. */
export interface SandboxPlugin {
  name: string
  configureServer: (server: SandboxHost) => void
  configurePreviewServer: (server: SandboxHost) => void
}

/** Serves the stand-in from Vite's own server, in development and in preview. A build does not open the ledger. */
export function sandboxPlugin({ prefix = '/api', ...parts }: SandboxPluginOptions = {}): SandboxPlugin {
  let service: Service | undefined
  function mount(server: SandboxHost) {
    service ??= createSandboxService(parts)
    server.middlewares.use(createHandler(service, { prefix }))
  }
  return { name: 'counterfoil-sandbox', configureServer: mount, configurePreviewServer: mount }
}
