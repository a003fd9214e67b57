import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnvironmentOptions, Plugin } from 'vite'

/** One self-contained script, as browsers want their workers. */
export function worker(
  entry: string,
  outDir: string,
  fileName: string,
  build: EnvironmentOptions['build'] = {},
): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: false,
      ...build,
      lib: { entry, formats: ['iife'], name: 'counterfoil', fileName: () => fileName },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }
}

/** Tells the demo's worker which files of a folder to keep, so that all of it starts with no server in sight. */
export function precache(folder: string, workerFile: string): Plugin {
  return {
    name: 'counterfoil-precache',
    transform: {
      filter: { id: /src\/demo\/sw\.ts$/ },
      handler(code) {
        const files = this.environment.mode === 'build' ? listFiles(folder, workerFile) : []
        // The package's list of what is imported for its effects names no file of the demo.
        return {
          code: `const PRECACHE = ${JSON.stringify(files)}\n${code}`,
          map: null,
          moduleSideEffects: true,
        }
      },
    },
  }
}

/** Addresses are relative to the worker's own, so that the folder may be served from anywhere. */
function listFiles(folder: string, workerFile: string): { url: string; revision: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.endsWith('.map') && file.name !== workerFile)
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({
      url: path.slice(folder.length + 1).replaceAll('\\', '/'),
      revision: createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16),
    }))
}
