import { SegmentHead, type Segment } from '../decide/mirror.js'
import { is } from '../domain/is.js'

/** A segment as it is written: what it says of itself, and its sealed copies one after the other. */
export interface SegmentDraft {
  head: SegmentHead
  copies: readonly Uint8Array<ArrayBuffer>[]
}

/** Keeps copies of unresolved entries where the browser does not keep its databases. */
export interface MirrorStore {
  /** Works while no other page and no worker changes the mirror. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The segments, without those whose place another has taken: they are deleted. */
  list: () => Promise<Listed>
  /** The sealed copies of a segment, by the ids of their entries. */
  read: (segment: Segment) => Promise<Map<string, Uint8Array<ArrayBuffer>>>
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
  read: (name: string) => Promise<Blob | undefined>
  write: (name: string, blob: Blob) => Promise<void>
  remove: (name: string) => Promise<void>
}

const folderName = 'counterfoil-mirror'

/** A segment begins with the length of its head, as four bytes. */
const lengthBytes = 4

/** Opens the mirror of a till: files of the origin, or the Cache API in a browser that cannot write such files. */
export function createMirrorStore(name: string): MirrorStore {
  const folder = canWriteFiles() ? openFiles(encodeURIComponent(name)) : openCache(encodeURIComponent(name))
  const known = new Map<string, Segment>()

  async function readSegment(name: string): Promise<Segment | undefined> {
    const segment = known.get(name) ?? (await parseSegment(name, await folder.read(name)))
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
      const blob = await folder.read(name)
      const bytes = blob && new Uint8Array(await blob.arrayBuffer())
      return bytes ? splitCopies(bytes, head) : new Map()
    },
    async write({ head, copies }) {
      const text = new TextEncoder().encode(JSON.stringify(head))
      const length = new Uint8Array(lengthBytes)
      new DataView(length.buffer).setUint32(0, text.length)
      const name = crypto.randomUUID()
      await folder.write(name, new Blob([length, text, ...copies]))
      known.set(name, { name, head })
    },
    remove,
  }
}

/** Reads what a segment says of itself; undefined if it cannot be read. Copies that are cut off are left out. */
async function parseSegment(name: string, blob: Blob | undefined): Promise<Segment | undefined> {
  if (!blob || blob.size < lengthBytes) return undefined
  const length = new DataView(await blob.slice(0, lengthBytes).arrayBuffer()).getUint32(0)
  try {
    const head: unknown = JSON.parse(await blob.slice(lengthBytes, lengthBytes + length).text())
    if (!is(head, SegmentHead)) return undefined
    const whole = head.copies.reduce((sum, copy) => sum + copy.length, lengthBytes + length)
    if (whole <= blob.size) return { name, head }
    let end = lengthBytes + length
    const copies = head.copies.filter((copy) => (end += copy.length) <= blob.size)
    return { name, head: { ...head, copies }, isCut: true }
  } catch {
    // A torn segment counts as none.
    return undefined
  }
}

function splitCopies(
  bytes: Uint8Array<ArrayBuffer>,
  { copies }: SegmentHead,
): Map<string, Uint8Array<ArrayBuffer>> {
  let start = lengthBytes + new DataView(bytes.buffer).getUint32(0)
  return new Map(
    copies.map(({ id, length }) => {
      const copy = bytes.subarray(start, start + length)
      start += length
      return [id, copy]
    }),
  )
}

function canWriteFiles(): boolean {
  const Handle = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle
  return Handle !== undefined && 'createWritable' in Handle.prototype
}

function openFiles(path: string): Folder {
  const open = async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(folderName, { create: true })
    return folder.getDirectoryHandle(path, { create: true })
  }
  return {
    async list() {
      const names = []
      for await (const name of (await open()).keys()) names.push(name)
      return names
    },
    read: async (name) => (await (await open()).getFileHandle(name)).getFile(),
    async write(name, blob) {
      const handle = await (await open()).getFileHandle(name, { create: true })
      // The browser puts the file in place as a whole when the stream is closed.
      const stream = await handle.createWritable()
      await stream.write(blob)
      await stream.close()
    },
    remove: async (name) => (await open()).removeEntry(name),
  }
}

function openCache(path: string): Folder {
  const open = () => caches.open(folderName)
  const prefix = `/${folderName}/${path}/`
  return {
    async list() {
      const requests = await (await open()).keys()
      return requests
        .map(({ url }) => new URL(url).pathname)
        .flatMap((pathname) => (pathname.startsWith(prefix) ? [pathname.slice(prefix.length)] : []))
    },
    read: async (name) => (await (await open()).match(prefix + name))?.blob(),
    write: async (name, blob) => (await open()).put(prefix + name, new Response(blob)),
    async remove(name) {
      await (await open()).delete(prefix + name)
    },
  }
}
