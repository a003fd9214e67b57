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

/** What a room weighs, in bytes: in what is loaded first, and in what is loaded later. */
export interface RoomWeight {
  first: number
  later: number
}

/**
 * The same by where it comes from: a folder of `src`, a room of the journal, or a dependency that the code brings along.
 * What is loaded together weighs what its chunks do; the rooms share that by their lengths, each minified by itself.
 */
export async function measureRooms(
  code: string,
  outside: Outside = [],
  later: readonly string[] = [],
): Promise<Map<string, RoomWeight>> {
  const rooms = new Map<string, RoomWeight>()
  const [small, plain] = [await bundle(code, outside), await bundle(code, outside, { minify: false })]
  const split = (chunks: Rolldown.OutputChunk[]) => {
    const first = findLoaded(chunks, later)
    return { first, later: chunks.filter((chunk) => !first.includes(chunk)) }
  }
  const [weighed, read] = [split(small), split(plain)]
  for (const when of ['first', 'later'] as const) {
    const whole = weighed[when].reduce((sum, { code }) => sum + weigh(code), 0)
    const lengths = [...readRooms(read[when])].map(([room, text]) => [room, minifyRoom(text).length] as const)
    const all = lengths.reduce((sum, [, length]) => sum + length, 0)
    for (const [room, length] of lengths) {
      const weight = rooms.get(room) ?? { first: 0, later: 0 }
      rooms.set(room, { ...weight, [when]: (whole * length) / all })
    }
  }
  return rooms
}

/** The code of each room. */
function readRooms(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [id, { code }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    texts.set(findRoom(id), `${texts.get(findRoom(id)) ?? ''}${code ?? ''}`)
  }
  return texts
}

function minifyRoom(text: string): string {
  return minifySync('room.js', text, { module: true, mangle: { toplevel: true }, compress: false }).code
}

/** By how much lighter the code were without some modules, and without all that only they use. */
export async function measureNeed(code: string, outside: Outside, without: RegExp): Promise<number> {
  const sum = (chunks: Rolldown.OutputChunk[]) => chunks.reduce((sum, { code }) => sum + weigh(code), 0)
  return sum(await bundle(code, outside)) - sum(await bundle(code, outside, { without }))
}

function findRoom(id: string): string {
  const [, library] = /node_modules\/([^/]+)/.exec(id) ?? []
  const [, room] = /src\/(journal\/[^/.]+(?=\/)|[^/.]+(?=\/))/.exec(id) ?? []
  if (library !== undefined || room !== undefined) return library ?? room ?? ''
  return id.includes('src/') ? 'entries' : 'helpers of the bundler'
}

function weigh(code: string): number {
  return gzipSync(code, { level: 9 }).length
}

interface Change {
  minify?: false
  /** Modules that are left empty. */
  without?: RegExp
}

async function bundle(
  code: string,
  outside: Outside,
  { minify, without }: Change = {},
): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    mode: 'production',
    // That what was left empty is missed is meant.
    logLevel: without ? 'error' : 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { counterfoil: resolve('src') } },
    plugins: [
      {
        name: 'counterfoil-bundle',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? code : without?.test(id) ? 'export {}' : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      ...(minify === false && { minify }),
      rolldownOptions: {
        input: entry,
        external: [...outside],
        shimMissingExports: without !== undefined,
      },
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
