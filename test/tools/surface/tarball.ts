import { dirname, join } from 'node:path'

/** All that may be in the package beside what its manifest names; whatever else a tarball holds no host needs. */
const allowed = [
  /^package\.json$/,
  /^LICENSE$/,
  /^(README|ARCHITECTURE|CHANGELOG)\.md$/,
  /^docs\/(README|[a-z-]+)\.md$/,
  /^docs\/decisions\/(README|[0-9]{3}-[a-z-]+)\.md$/,
  /^docs\/fleet\/([a-z]+\/)?(README|[a-z-]+)\.(md|yaml|json)$/,
  /^docs\/openapi\.json$/,
  /^docs\/[a-z-]+\.(png|svg)$/,
  /^dist\/lib\/shared-[a-z-]+\d?\.js$/,
  /^dist\/lib\/([a-z-]+\.)?licenses\.md$/,
  /^dist\/types\/([a-z-]+\/)*[a-z-]+\.d\.ts$/,
]

/** Files of a tarball that are not in the list. */
export function findUnneeded(files: readonly string[], named: readonly string[]): string[] {
  return files.filter((path) => !named.includes(path) && !allowed.some((pattern) => pattern.test(path)))
}

/** Scripts that name a source map: none is in the package, for what is imported can be read as it is. */
export function findMapped(files: readonly string[], read: (path: string) => string): string[] {
  return files.filter((path) => path.endsWith('.js') && /^\/\/# sourceMappingURL=/m.test(read(path)))
}

/** Pictures that a page of the package shows and the package lacks, each with its page. */
export function findUnpictured(files: readonly string[], read: (path: string) => string): string[] {
  const pages = files.filter((path) => path.endsWith('.md'))
  return pages.flatMap((page) =>
    [...read(page).matchAll(/!\[[^\]]*\]\(([^):]+)\)/g)]
      .map(([, target = '']) => join(dirname(page), target).replaceAll('\\', '/'))
      .filter((picture) => !files.includes(picture))
      .map((picture) => `${page} shows ${picture}`),
  )
}

/** Dependencies that the built code brings along and whose licence the package does not hold. */
export function findUnlicensed(
  bundled: Record<string, readonly string[]>,
  read: (path: string) => string,
): string[] {
  return Object.entries(bundled).flatMap(([path, names]) => {
    const text = read(path)
    return names.filter((name) => !text.includes(`## ${name} - `)).map((name) => `${path} lacks ${name}`)
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
