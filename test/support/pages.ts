import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listGuides, readBlocks } from './blocks.js'

/** Every page for people, from the project's root. */
export function listPages(): string[] {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name).replaceAll('\\', '/'))
  return ['README.md', 'ARCHITECTURE.md', 'test/README.md', ...documents]
}

/** The files that a guide tells its reader to write: they are in the reader's project and not in this one. */
export function listHostFiles(): Set<string> {
  const first = listGuides()
    .flatMap(readBlocks)
    .map(({ code }) => /^\/\/ ([\w./-]+)/.exec(code)?.[1])
  return new Set(first.filter((path) => path !== undefined))
}

const topFolders = ['src', 'test', 'docs', 'public', '.ci']
const rooms = new Set(
  readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)
const fileNames = new Set(
  ['src', 'test', 'docs', 'public', '.'].flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((path) => basename(path)),
  ),
)

const removeBlocks = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '')

/** The words that stand in backticks, outside of blocks of code. */
function readWords(text: string): string[] {
  const spans = removeBlocks(text).matchAll(/`([^`\n]+)`/g)
  return [...spans].flatMap(([, span = '']) => span.split(/[\s,()]+/)).filter((word) => word !== '')
}

/** Whether a word is a path of this repository that is not there; a path of another project is none of ours. */
function isLost(word: string): boolean {
  if (!/^[\w./-]+$/.test(word)) return false
  const [first = '', ...rest] = word.split('/')
  if (rest.length === 0) return /\w\.(ts|md)$/.test(word) && !fileNames.has(word)
  if (topFolders.includes(first)) return !existsSync(word)
  return rooms.has(first) && /(\/|\.ts)$/.test(word) && !existsSync(join('src', word))
}

/** Files and folders of this repository that a page names in backticks and that do not exist. */
export function findLostNames(text: string, hostFiles: ReadonlySet<string>): string[] {
  return readWords(text).filter((word) => !hostFiles.has(word) && isLost(word))
}

/** Scripts that a page says to run and that package.json does not have. */
export function findLostScripts(text: string, scripts: readonly string[]): string[] {
  const named = [...text.matchAll(/npm run ([a-z0-9]+)/g)].map(([, name = '']) => name)
  return named.filter((name) => !scripts.includes(name))
}

/** As an anchor of a heading reads. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Where the links of a page lead that stay within this repository. */
function readLinks(text: string): string[] {
  const links = [...removeBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return links.filter((target) => !/^[a-z]+:/.test(target))
}

/** The files that a page links to, from the project's root. */
export function listLinked(page: string, text: string): string[] {
  const files = readLinks(text).map((target) => target.split('#')[0] ?? '')
  return files.filter((file) => file !== '').map((file) => join(dirname(page), file).replaceAll('\\', '/'))
}

/** Links of a page that lead to no file, or to no heading of it. */
export function findLostLinks(page: string, text: string): string[] {
  return readLinks(text).filter((target) => {
    const [file = '', anchor] = target.split('#')
    const place = file === '' ? page : join(dirname(page), file)
    if (!existsSync(place)) return true
    if (anchor === undefined) return false
    const headings = readFileSync(place, 'utf8').match(/^#+ .+$/gm) ?? []
    return !headings.some((line) => toAnchor(line.replace(/^#+ /, '')) === anchor)
  })
}
