import { SegmentHead, type Segment } from '../decide/mirror.js'
import { is } from '../domain/is.js'
import { createOriginFolder, isMissing, writeFile } from './origin-folder.js'

type Bytes = Uint8Array<ArrayBuffer>

/** A segment as it is written: what it says of itself, and its sealed copies one after the other. */
export interface SegmentDraft {
  head: SegmentHead
  copies: readonly Bytes[]
}

/** Keeps copies of unresolved entries where the browser does not keep its databases. */
export interface MirrorStore {
  /** Works while no other page and no worker changes the mirror. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The segments, without those whose place another has taken: they are deleted. */
  list: () => Promise<Listed>
  /** The sealed copies of a segment, by the ids of their entries. */
  read: (segment: Segment) => Promise<Map<string, Bytes>>
  write: (draft: SegmentDraft) => Promise<void>
  remove: (names: readonly string[]) => Promise<void>
}

/** What is in the mirror. */
export interface Listed {
  segments: Segment[]
  /** The names of files that cannot be read. */
  unreadable: string[]
}

/** A folder of files that are written whole or not at all. */
interface Folder {
  list: () => Promise<string[]>
  open: (name: string) => Promise<OpenFile | undefined>
  write: (name: string, parts: readonly Bytes[]) => Promise<void>
  remove: (name: string) => Promise<void>
}

interface OpenFile {
  size: number
  /** The bytes from `start` up to `end`, or to the end of the file. */
  read: (start: number, end?: number) => Promise<Bytes>
}

const folderName = 'counterfoil-mirror'

/** A segment begins with the length of its head, as four bytes. */
const lengthBytes = 4

/** Opens the mirror of a till: files of the origin, or the Cache API in a browser that cannot write such files. */
export function createMirrorStore(name: string): MirrorStore {
  const folder = canWriteFiles() ? openFiles(encodeURIComponent(name)) : openCache(encodeURIComponent(name))
  const known = new Map<string, Segment>()

  async function readSegment(name: string): Promise<Segment | undefined> {
    const segment = known.get(name) ?? (await parseSegment(name, await folder.open(name)))
    if (segment) known.set(name, segment)
    return segment
  }

  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await folder.remove(name)
      known.delete(name)
    }
  }

  return {
    alone: (work) => navigator.locks.request(`${folderName}:${name}`, {}, work),
    async list() {
      const names = await folder.list()
      for (const name of known.keys()) if (!names.includes(name)) known.delete(name)
      const found = await Promise.all(names.map(readSegment))
      const segments = found.flatMap((segment) => segment ?? [])
      const replaced = new Set(segments.flatMap(({ head }) => head.replaces))
      await remove(names.filter((name) => replaced.has(name)))
      return {
        segments: segments.filter(({ name }) => !replaced.has(name)),
        unreadable: names.filter((name, index) => !found[index] && !replaced.has(name)),
      }
    },
    async read({ name, head }) {
      const file = await folder.open(name)
      return file ? splitCopies(await file.read(0), head) : new Map()
    },
    async write({ head, copies }) {
      const text = new TextEncoder().encode(JSON.stringify(head))
      const length = new Uint8Array(lengthBytes)
      new DataView(length.buffer).setUint32(0, text.length)
      const name = crypto.randomUUID()
      await folder.write(name, [length, text, ...copies])
      known.set(name, { name, head })
    },
    remove,
  }
}

/** Reads what a segment says of itself; undefined if it is torn. Copies that are cut off are left out. */
async function parseSegment(name: string, file: OpenFile | undefined): Promise<Segment | undefined> {
  if (!file) return undefined
  // A read that fails does not show that the segment is torn.
  const start = await file.read(0, lengthBytes)
  if (start.length < lengthBytes) return undefined
  const length = readLength(start)
  const head = parseHead(await file.read(lengthBytes, lengthBytes + length))
  if (!head) return undefined
  const whole = head.copies.reduce((sum, copy) => sum + copy.length, lengthBytes + length)
  if (whole <= file.size) return { name, head }
  let end = lengthBytes + length
  const copies = head.copies.filter((copy) => (end += copy.length) <= file.size)
  return { name, head: { ...head, copies }, isCut: true }
}

function parseHead(bytes: Bytes): SegmentHead | undefined {
  try {
    const head: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return is(head, SegmentHead) ? head : undefined
  } catch {
    // A torn segment counts as none.
    return undefined
  }
}

function readLength(bytes: Bytes): number {
  return new DataView(bytes.buffer).getUint32(0)
}

function splitCopies(bytes: Bytes, { copies }: SegmentHead): Map<string, Bytes> {
  let start = lengthBytes + readLength(bytes)
  return new Map(
    copies.map(({ id, length }) => {
      const copy = bytes.subarray(start, start + length)
      start += length
      return [id, copy]
    }),
  )
}

/** Whether the browser has no place for the mirror, or has closed it to this site. */
export function isWithoutPlace(error: unknown): boolean {
  const { storage } = navigator as { storage?: Partial<StorageManager> }
  const hasPlace = canWriteFiles() ? storage?.getDirectory !== undefined : 'caches' in globalThis
  return !hasPlace || (error instanceof DOMException && error.name === 'SecurityError')
}

function canWriteFiles(): boolean {
  const Handle = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle
  return Handle !== undefined && 'createWritable' in Handle.prototype
}

function openFiles(path: string): Folder {
  const inFolder = createOriginFolder(folderName, path)
  return {
    list: () =>
      inFolder(async (folder) => {
        const names = []
        for await (const name of folder.keys()) names.push(name)
        return names
      }),
    async open(name) {
      const file = await unlessGone(inFolder(async (folder) => (await folder.getFileHandle(name)).getFile()))
      return (
        file && {
          size: file.size,
          read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
        }
      )
    },
    write: (name, parts) => inFolder((folder) => writeFile(folder, name, new Blob([...parts]))),
    async remove(name) {
      await unlessGone(inFolder((folder) => folder.removeEntry(name)))
    },
  }
}

/** What another page has removed meanwhile is not there, as in the Cache API. */
async function unlessGone<Result>(asking: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asking
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function openCache(path: string): Folder {
  const getCache = () => caches.open(folderName)
  const prefix = `/${folderName}/${path}/`
  return {
    async list() {
      const requests = await (await getCache()).keys()
      return requests
        .map(({ url }) => new URL(url).pathname)
        .flatMap((pathname) => (pathname.startsWith(prefix) ? [pathname.slice(prefix.length)] : []))
    },
    // No Blob here: WebKit reads and keeps one by way of an address, which it at times cannot load.
    async open(name) {
      const response = await (await getCache()).match(prefix + name)
      if (!response) return undefined
      const bytes = await response.arrayBuffer()
      return {
        size: bytes.byteLength,
        read: (start, end) => Promise.resolve(new Uint8Array(bytes.slice(start, end))),
      }
    },
    async write(name, parts) {
      await (await getCache()).put(prefix + name, new Response(joinParts(parts)))
    },
    async remove(name) {
      await (await getCache()).delete(prefix + name)
    },
  }
}

function joinParts(parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let start = 0
  for (const part of parts) {
    joined.set(part, start)
    start += part.length
  }
  return joined
}
