import { gzipSync } from 'node:zlib'
import { resolve } from 'node:path'
import { build, type Rolldown } from 'vite'

/** Names of packages, or what their names look like. */
export type Outside = readonly (string | RegExp)[]

const entry = 'virtual:bundle'

/** What an app that runs this code ships of it, minified and gzipped, in bytes; whatever is named is left outside. */
export async function measureBundle(code: string, outside: Outside = []): Promise<number> {
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
      rolldownOptions: { input: entry, external: [...outside], output: { codeSplitting: false } },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  const texts = output.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}
