import { gzipSync } from 'node:zlib'
import { resolve } from 'node:path'
import { build, minifySync, type Rolldown } from 'vite'

/** Names of packages, or what their names look like. */
export type Outside = readonly (string | RegExp)[]

const entry = 'virtual:bundle'

/**
 * What an app that runs this code ships of it, minified and gzipped, in bytes. Whatever is named is left outside; with
 * modules that are loaded later, only what is loaded without them counts.
 */
export async function measureBundle(
  code: string,
  outside: Outside = [],
  later: readonly string[] = [],
): Promise<number> {
  const chunks = await bundle(code, outside)
  return findLoaded(chunks, later).reduce((sum, { code }) => sum + weigh(code), 0)
}

/**
 * The same by where it comes from: a folder of `src`, or a dependency that the code brings along. Each is weighed by
 * itself, so that together they come to a little more than the whole.
 */
export async function measureRooms(code: string, outside: Outside = []): Promise<Record<string, number>> {
  const texts: Record<string, string> = {}
  for (const { modules } of await bundle(code, outside, false)) {
    for (const [id, { code }] of Object.entries(modules)) {
      const room = findRoom(id)
      texts[room] = `${texts[room] ?? ''}${code ?? ''}`
    }
  }
  const weights = Object.entries(texts).map(([room, text]) => {
    const { code } = minifySync('room.js', text, {
      module: true,
      mangle: { toplevel: true },
      compress: false,
    })
    return [room, weigh(code)] as const
  })
  return Object.fromEntries(weights.sort(([, left], [, right]) => right - left))
}

function findRoom(id: string): string {
  return /node_modules\/([^/]+)/.exec(id)?.[1] ?? /src\/([^/]+)\//.exec(id)?.[1] ?? 'entries'
}

function weigh(code: string): number {
  return gzipSync(code, { level: 9 }).length
}

async function bundle(code: string, outside: Outside, minify?: false): Promise<Rolldown.OutputChunk[]> {
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
      ...(minify === false && { minify }),
      rolldownOptions: { input: entry, external: [...outside] },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output.filter((part) => part.type === 'chunk')
}

/** What the entry loads, and what that loads in turn. */
function findLoaded(
  chunks: readonly Rolldown.OutputChunk[],
  later: readonly string[],
): Rolldown.OutputChunk[] {
  const isLater = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    later.some((path) => facadeModuleId?.endsWith(path))
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports, dynamicImports } of loaded) {
    const next = chunks.filter(({ fileName }) => [...imports, ...dynamicImports].includes(fileName))
    for (const chunk of next) if (!isLater(chunk)) loaded.add(chunk)
  }
  return [...loaded]
}
