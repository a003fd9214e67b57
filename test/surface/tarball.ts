/** All that may be in the package beside what its manifest names; whatever else a tarball holds no host needs. */
const allowed = [
  /^package\.json$/,
  /^LICENSE$/,
  /^(README|ARCHITECTURE|CHANGELOG)\.md$/,
  /^docs\/[a-z-]+\.md$/,
  /^docs\/openapi\.json$/,
  /^dist\/lib\/shared-[a-z-]+\.js(\.map)?$/,
  /^dist\/types\/([a-z-]+\/)*[a-z-]+\.d\.ts$/,
]

/** Files of a tarball that nobody has allowed. */
export function findStrangers(files: readonly string[], named: readonly string[]): string[] {
  const known = new Set(named.flatMap((path) => [path, `${path}.map`]))
  return files.filter((path) => !known.has(path) && !allowed.some((pattern) => pattern.test(path)))
}

interface SourceMap {
  sources?: string[]
  sourcesContent?: (string | null)[]
}

/** Scripts whose sources a debugger could not show; the sources themselves are not in the package. */
export function findUnmapped(files: readonly string[], read: (path: string) => string): string[] {
  return files
    .filter((path) => path.endsWith('.js'))
    .filter((path) => {
      const map = `${path}.map`
      const name = map.slice(map.lastIndexOf('/') + 1)
      if (!files.includes(map) || !read(path).includes(`//# sourceMappingURL=${name}`)) return true
      const { sources = [], sourcesContent = [] } = JSON.parse(read(map)) as SourceMap
      return sources.some((_, index) => typeof sourcesContent[index] !== 'string')
    })
}

/** Declarations in the package that none of the needed ones leads to, and needed ones that are missing. */
export function compareTypes(files: readonly string[], needed: readonly string[]): string[] {
  const found = files.filter((path) => path.startsWith('dist/types/'))
  return [
    ...found.filter((path) => !needed.includes(path)).map((path) => `${path} is needed by no entry`),
    ...needed.filter((path) => !found.includes(path)).map((path) => `${path} is missing`),
  ]
}
