import { posix } from 'node:path'

/** An entry of the list that a host's worker keeps. */
export interface Kept {
  url: string
  revision: string
}

/** The files that a script imports, at once or later; packages are not among them. */
function listImports(path: string, code: string): string[] {
  const named = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.{1,2}\/[^"'?]+)["']/g)
  return [...named].map(([, target = '']) => posix.join(posix.dirname(path), target))
}

/** What the list lacks of the files that an entry reaches, what it has beyond them, and what it names twice. */
export function findMiskept(
  list: readonly Kept[],
  entry: string,
  read: (path: string) => string,
  digest: (path: string) => string,
): string[] {
  const reached = new Set([entry])
  for (const path of reached) for (const target of listImports(path, read(path))) reached.add(target)
  const urls = list.map(({ url }) => url)
  return [
    ...[...reached].filter((path) => !urls.includes(path)).map((path) => `${path} is not to be precached`),
    ...urls.filter((url) => !reached.has(url)).map((url) => `${url} is to be precached, and not reached`),
    ...urls.filter((url, index) => urls.indexOf(url) < index).map((url) => `${url} is named twice`),
    ...list
      .filter(({ url, revision }) => reached.has(url) && digest(url) !== revision)
      .map(({ url }) => `${url} has another revision`),
  ]
}
