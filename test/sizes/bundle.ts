import { gzipSync } from 'node:zlib'
import { resolve } from 'node:path'
import { build, type Rolldown } from 'vite'

/** Names of packages, or what their names look like. */
export type Outside = readonly (string | RegExp)[]

const entry = 'virtual:bundle'

/**
 * What an app that runs this code ships of it, minified and gzipped, in bytes. Whatever is named is left outside; with
 * a module that is loaded later, only what is loaded without it counts.
 */
export async function measureBundle(code: string, outside: Outside = [], later?: string): Promise<number> {
  const built = await build({
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { counterfoil: resolve('src') } },
    plugins: [
      {
        name: 'counterfoil-bundle',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: entry, external: [...outside] },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = output.filter((part) => part.type === 'chunk')
  return findLoaded(chunks, later).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

/** What the entry loads, and what that loads in turn. */
function findLoaded(chunks: readonly Rolldown.OutputChunk[], later = ''): Rolldown.OutputChunk[] {
  const isLater = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    later !== '' && facadeModuleId?.endsWith(later)
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports, dynamicImports } of loaded) {
    const next = chunks.filter(({ fileName }) => [...imports, ...dynamicImports].includes(fileName))
    for (const chunk of next) if (!isLater(chunk)) loaded.add(chunk)
  }
  return [...loaded]
}
