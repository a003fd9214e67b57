import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** Builds a program for Node of one file, which finds the packages of this project; `remove` deletes it. */
export async function buildProgram(entry: string): Promise<{ path: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-program-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: resolve(entry),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  })
  return {
    path: join(folder, 'program.mjs'),
    remove: () => {
      rmSync(folder, { recursive: true })
    },
  }
}
