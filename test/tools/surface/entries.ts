import { readFileSync } from 'node:fs'

/** One way into the package that has types. */
export interface EntryPoint {
  /** As a host imports it. */
  specifier: string
  /** Its declarations, as they are built. */
  types: string
  /** Of the file that keeps its report. */
  name: string
}

interface Manifest {
  name: string
  exports: Record<string, string | { types?: string; default: string }>
  bin: Record<string, string>
}

/** Every entry of the package that declares types, in the manifest's order. */
export function readEntries(path = 'package.json'): EntryPoint[] {
  const { name, exports } = readManifest(path)
  return Object.entries(exports).flatMap(([place, target]) => {
    const types = typeof target === 'string' ? undefined : target.types
    if (types === undefined) return []
    const specifier = place.replace(/^\./, name)
    return [{ specifier, types, name: specifier.replace(/^[^/]+\/?/, '').replaceAll('/', '-') || 'index' }]
  })
}

/** Every script that the manifest names, by its path in the package. */
export function readScripts(path = 'package.json'): string[] {
  const { exports, bin } = readManifest(path)
  const targets = Object.values(exports).map((target) =>
    typeof target === 'string' ? target : target.default,
  )
  return [...targets, ...Object.values(bin)].map((target) => target.replace(/^\.\//, ''))
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}
