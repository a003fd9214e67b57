import { beforeEach, expect, vi } from 'vitest'
import { type Segment } from '../../src/decide/mirror.js'
import type { Till, TillOptions } from '../../src/index.js'
import { createMirrorStore } from '../../src/platform/mirror-store.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { freshName, raze } from './journals.js'
import { refundOf } from './models.js'
import { openNodeTill, standInForPage } from './node-till.js'

// A till in Node with files of the origin beside its database, which the browser may lose.

/** Nothing is sent there. */
export const nowhere = 'http://127.0.0.1:9'
export const verdict = { by: 'Ada', reason: 'the browser lost them' }

/** What the browser does with files of the origin at present. */
export const browser: {
  /** Why it gives out none. */
  refusal?: DOMException | undefined
  /** Why it writes none. */
  fullness?: DOMException | undefined
} = {}

class FileHandle {
  readonly #files: Map<string, Blob>
  readonly #name: string

  constructor(files: Map<string, Blob>, name: string) {
    this.#files = files
    this.#name = name
  }

  getFile(): Promise<Blob | undefined> {
    return Promise.resolve(this.#files.get(this.#name))
  }

  createWritable(): Promise<object> {
    if (browser.fullness) return Promise.reject(browser.fullness)
    const parts: (Blob | string)[] = []
    const write = (part: Blob | string) => Promise.resolve(parts.push(part))
    const close = () => Promise.resolve(this.#files.set(this.#name, new Blob(parts)))
    return Promise.resolve({ write, close })
  }
}

interface Folder {
  getDirectoryHandle: (name: string) => Promise<Folder>
}

function createFolder(): Folder {
  const folders = new Map<string, Folder>()
  const files = new Map<string, Blob>()
  return Object.assign(
    {
      getDirectoryHandle(name: string) {
        const folder = folders.get(name) ?? createFolder()
        folders.set(name, folder)
        return Promise.resolve(folder)
      },
    },
    {
      keys: () => [...files.keys()],
      getFileHandle: (name: string, { create = false } = {}) =>
        create || files.has(name)
          ? Promise.resolve(new FileHandle(files, name))
          : Promise.reject(new DOMException('none', 'NotFoundError')),
      removeEntry: (name: string) => Promise.resolve(files.delete(name)),
    },
  )
}

/** Each test has a browser of its own, in which all is well. */
export function standInForFiles(): void {
  beforeEach(() => {
    standInForPage()
    Object.assign(browser, { refusal: undefined, fullness: undefined })
    const root = createFolder()
    const getDirectory = () => (browser.refusal ? Promise.reject(browser.refusal) : Promise.resolve(root))
    vi.stubGlobal('FileSystemFileHandle', FileHandle)
    vi.stubGlobal('navigator', { locks: navigator.locks, storage: { getDirectory } })
  })
}

/** Options of a till that sends nothing, unless they name a service. */
export type Given = Partial<Omit<TillOptions, 'service'>> & { service?: Partial<TillOptions['service']> }

export const open = (name: string, { service, ...options }: Given = {}): Promise<Till> =>
  openNodeTill(nowhere, { name, ...options, service: { baseUrl: nowhere, ...service } })

export async function listSegments(name: string): Promise<Segment[]> {
  const store = createMirrorStore(name)
  return (await store.alone(store.list)).segments
}

export async function listHeads(name: string): Promise<string[]> {
  return (await listSegments(name)).flatMap(({ head }) => head.copies.map((copy) => copy.head))
}

/** A till that saved a refund under each id, and whose database is gone since. */
export async function loseTill(
  ids: readonly string[],
  leave?: (till: Till) => Promise<unknown>,
  given?: Given,
): Promise<string> {
  const name = freshName()
  const till = await open(name, given)
  for (const id of ids) await till.refund(refundOf(`card of ${id}`), { id })
  await untilCopied(name, ids.length)
  if (leave) {
    const before = new Set(await listHeads(name))
    await leave(till)
    await untilCopied(name, ids.length, before)
  }
  till.close()
  await raze(name)
  return name
}

/** Until so many are copied and witnessed, none of them as it stood `before`. */
export async function untilCopied(name: string, count: number, before = new Set<string>()): Promise<void> {
  await vi.waitFor(async () => {
    const heads = await listHeads(name)
    expect(heads).toHaveLength(count)
    expect(heads.filter((head) => before.has(head))).toEqual([])
    const witnesses = await createWitnessStore(name).read()
    expect(witnesses.map(({ unresolved }) => unresolved)).toContain(count)
  })
}

export async function untilKept(till: Till, operations: number): Promise<void> {
  await vi.waitFor(() => {
    expect(till.status.value.storage.kept?.operations).toBe(operations)
  })
}
