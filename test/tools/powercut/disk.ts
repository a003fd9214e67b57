import type { Step } from './trace.js'

/**
 * What a disk keeps of names: `journal` as ext4 does, in the order in which they changed, all of them with the next sync
 * of any file; `loose` any of them, until the file itself or its folder is synced.
 */
export type Names = 'journal' | 'loose'

/** A change of a file's bytes or length that no sync covers yet. */
export type Change = { to: number } & ({ at: number; bytes: Buffer } | { size: number })

/** A change of names that no sync covers yet. Each is kept or lost as a whole. */
export interface Renaming {
  to: number
  /** A name that ends. */
  gone?: string
  /** A name that begins, or stands for another file from now on. */
  name?: { path: string; file: DiskFile; isReplacing: boolean }
}

/** A file as it is on disk for certain, and what may have come to it since. */
export class DiskFile {
  readonly pending: Change[] = []
  #bytes: Buffer
  #size: number

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes
    this.#size = bytes.length
  }

  /** What is on disk for certain. Always the same object until that changes. */
  get durable(): Buffer {
    if (this.#bytes.length !== this.#size) this.#bytes = Buffer.from(this.#bytes.subarray(0, this.#size))
    return this.#bytes
  }

  /** Everything that was written before then is on disk. */
  sync(until: number): void {
    const covered = this.pending.filter(({ to }) => to <= until)
    if (covered.length === 0) return
    const left = this.pending.filter(({ to }) => to > until)
    this.pending.splice(0, this.pending.length, ...left)
    this.#bytes = applyChanges(this.durable, covered)
    this.#size = this.#bytes.length
  }
}

/** The bytes of a file after some changes; what lies between the old end and a write beyond it is zero. */
export function applyChanges(before: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return before
  let size = before.length
  let sizeMax = size
  for (const change of changes) {
    size = 'size' in change ? change.size : Math.max(size, change.at + change.bytes.length)
    sizeMax = Math.max(sizeMax, size)
  }
  const bytes = Buffer.alloc(sizeMax)
  before.copy(bytes)
  let end = before.length
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < end) bytes.fill(0, change.size, end)
      end = change.size
    } else {
      change.bytes.copy(bytes, change.at)
      end = Math.max(end, change.at + change.bytes.length)
    }
  }
  return bytes.subarray(0, size)
}

/** A disk to which a browser's steps are applied one after the other. */
export class Disk {
  /** The names that are on disk for certain. */
  readonly names = new Map<string, DiskFile>()
  readonly renamings: Renaming[] = []
  /** The names as the browser sees them. */
  readonly #present = new Map<string, DiskFile>()
  readonly #rule: Names

  constructor(rule: Names, files: ReadonlyMap<string, Buffer> = new Map()) {
    this.#rule = rule
    for (const [path, bytes] of files) {
      const file = new DiskFile(bytes)
      this.names.set(path, file)
      this.#present.set(path, file)
    }
  }

  apply(step: Step): void {
    const { to } = step
    switch (step.what) {
      case 'create':
        this.#name(step.path, new DiskFile(), { to })
        break
      case 'write':
        this.#present.get(step.path)?.pending.push({ to, at: step.at, bytes: step.bytes })
        break
      case 'truncate':
        this.#present.get(step.path)?.pending.push({ to, size: step.size })
        break
      case 'rename':
        this.#rename(step.path, step.target, to)
        break
      case 'unlink':
        if (this.#present.delete(step.path)) this.renamings.push({ to, gone: step.path })
        break
      case 'sync':
        this.#sync(step.path, step.from)
        break
    }
  }

  #name(path: string, file: DiskFile, rest: Pick<Renaming, 'to' | 'gone'>): void {
    const isReplacing = this.#present.has(path)
    this.#present.set(path, file)
    this.renamings.push({ ...rest, name: { path, file, isReplacing } })
  }

  #rename(path: string, target: string, to: number): void {
    for (const [name, file] of [...this.#present]) {
      if (name !== path && !name.startsWith(`${path}/`)) continue
      this.#present.delete(name)
      this.#name(target + name.slice(path.length), file, { to, gone: name })
    }
  }

  /** A sync covers what was written before it was asked for. */
  #sync(path: string, from: number): void {
    const file = this.#present.get(path)
    file?.sync(from)
    const isCovered = (renaming: Renaming) => {
      if (renaming.to > from) return false
      if (this.#rule === 'journal') return true
      const inFolder = (name: string | undefined) => name !== undefined && parentOf(name) === path
      const isOwn = file !== undefined && renaming.name?.file === file
      return isOwn || inFolder(renaming.name?.path) || inFolder(renaming.gone)
    }
    const covered = withEarlier(this.renamings, isCovered)
    if (covered.length === 0) return
    const left = this.renamings.filter((renaming) => !covered.includes(renaming))
    this.renamings.splice(0, this.renamings.length, ...left)
    for (const [file, until] of applyRenamings(this.names, covered, this.#rule)) file.sync(until)
  }
}

/** What is covered, in order. A name that is on disk for certain brings what it stood for before no more. */
function withEarlier(renamings: readonly Renaming[], isCovered: (renaming: Renaming) => boolean): Renaming[] {
  const paths = new Set<string>()
  const covered = renamings.toReversed().filter((renaming) => {
    const touched = [renaming.gone, renaming.name?.path].filter((path) => path !== undefined)
    if (!isCovered(renaming) && !touched.some((path) => paths.has(path))) return false
    for (const path of touched) paths.add(path)
    return true
  })
  return covered.toReversed()
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/**
 * Gives files their new names. A journal writes a file that takes another's place before its name: returns these files,
 * with the time until which they are whole.
 */
export function applyRenamings(
  names: Map<string, DiskFile>,
  renamings: readonly Renaming[],
  rule: Names,
): Map<DiskFile, number> {
  const whole = new Map<DiskFile, number>()
  for (const { gone, name, to } of renamings) {
    if (gone !== undefined) names.delete(gone)
    if (!name) continue
    if (rule === 'journal' && name.isReplacing) whole.set(name.file, to)
    names.set(name.path, name.file)
  }
  return whole
}
