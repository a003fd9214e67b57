import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the browser asked of the disk, with the time at which it asked and the time at which it was answered. */
export type Step = { from: number; to: number } & Request

export type Request =
  | { what: 'create'; path: string }
  | { what: 'write'; path: string; at: number; bytes: Buffer }
  | { what: 'truncate'; path: string; size: number }
  | { what: 'sync'; path: string }
  | { what: 'rename'; path: string; target: string }
  | { what: 'unlink'; path: string }

/** The calls that change a file, a name or what is on disk for good. Changes through mmap are not seen. */
export const calls = [
  ...['open', 'openat', 'creat', 'lseek', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2'],
  ...['truncate', 'ftruncate', 'fallocate', 'copy_file_range', 'sendfile', 'link', 'linkat'],
  ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'rmdir', 'fsync', 'fdatasync'],
]

/** A line of the trace: a call that was answered without an error. */
interface Call {
  name: string
  from: number
  to: number
  words: string
  result: number
}

/**
 * Reads the trace that strace wrote, a file for each thread, as far as it is about files in a folder whose paths begin
 * in one way; `base` says which were there before.
 */
export function readTrace(
  traceFolder: string,
  folder: string,
  base: ReadonlyMap<string, Buffer>,
  beginning = folder,
): Step[] {
  const mark = [...Buffer.from(beginning)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  const found: Call[] = []
  for (const name of readdirSync(traceFolder))
    for (const line of readFileSync(join(traceFolder, name), 'latin1').split('\n'))
      if (line.slice(0, 20_000).includes(mark)) found.push(...parseCall(line))
  found.sort((left, right) => left.to - right.to)
  const sizes = [...base].map(([path, { length }]): [string, number] => [`${folder}/${path}`, length])
  const files = new OpenFiles(sizes)
  return found.flatMap((call) =>
    files.toRequests(call).flatMap((request) => {
      const isInside = request.path.startsWith(`${folder}/`)
      return isInside ? [{ ...relate(request, folder), from: call.from, to: call.to }] : []
    }),
  )
}

function relate(request: Request, folder: string): Request {
  const cut = (path: string) => path.slice(folder.length + 1)
  if (request.what === 'rename') return { ...request, path: cut(request.path), target: cut(request.target) }
  return { ...request, path: cut(request.path) }
}

/** Times are in milliseconds since 1970. */
function parseCall(line: string): Call[] {
  const head = /^(\d+)\.(\d+) (\w+)\(/.exec(line)
  const tail = /\)\s+= (\d+)(?:<[^>]*>)? <(\d+\.\d+)>$/.exec(line.slice(-20_000))
  if (!head || !tail) return []
  const [start, seconds = '', fraction = '', name = ''] = head
  const from = Number(seconds) * 1_000 + Number(`0.${fraction}`) * 1_000
  const words = line.slice(start.length, line.length - tail[0].length)
  return [{ name, from, to: from + Number(tail[2]) * 1_000, words, result: Number(tail[1]) }]
}

const decode = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex')

/** Every string of a call, in order. */
function stringsOf(words: string): string[] {
  return [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) => text)
}

/** A descriptor and the path that it stood for. */
function fileOf(words: string): { key: string; path: string } {
  const [, number = '', path = ''] = /^(\d+)<((?:\\x[0-9a-f]{2})*)>/.exec(words) ?? []
  return { key: `${number} ${path}`, path: decode(path).toString() }
}

/** Where each open file is written next, and which files there are. */
class OpenFiles {
  readonly #positions = new Map<string, number>()
  readonly #sizes: Map<string, number>

  constructor(sizes: Iterable<[string, number]>) {
    this.#sizes = new Map(sizes)
  }

  toRequests(call: Call): Request[] {
    switch (call.name) {
      case 'open':
      case 'openat':
      case 'creat':
        return this.#open(call)
      case 'lseek':
        this.#positions.set(fileOf(call.words).key, call.result)
        return []
      case 'write':
      case 'writev':
        return this.#append(call)
      case 'pwrite64':
      case 'pwritev':
      case 'pwritev2':
        return this.#writeAt(call)
      case 'truncate':
      case 'ftruncate':
      case 'fallocate':
        return this.#resize(call)
      case 'fsync':
      case 'fdatasync':
        return [{ what: 'sync', path: fileOf(call.words).path }]
      case 'rename':
      case 'renameat':
      case 'renameat2':
        return this.#rename(call)
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        return this.#unlink(call)
      default:
        throw new Error(`the browser used ${call.name}, which the model of the disk does not know`)
    }
  }

  #open({ words, name, result }: Call): Request[] {
    const path = decode(stringsOf(words)[0] ?? '').toString()
    const coded = stringsOf(words)[0] ?? ''
    const isAppending = words.includes('O_APPEND')
    this.#positions.set(`${result} ${coded}`, isAppending ? (this.#sizes.get(path) ?? 0) : 0)
    const mayCreate = words.includes('O_CREAT') || name === 'creat'
    if (mayCreate && !this.#sizes.has(path)) {
      this.#sizes.set(path, 0)
      return [{ what: 'create', path }]
    }
    const isEmptied = (words.includes('O_TRUNC') || name === 'creat') && this.#sizes.get(path) !== 0
    if (!isEmptied) return []
    this.#sizes.set(path, 0)
    return [{ what: 'truncate', path, size: 0 }]
  }

  #append({ words, result }: Call): Request[] {
    const { key, path } = fileOf(words)
    // One process may have opened the file for another: what it appends goes to the end.
    const at = this.#positions.get(key) ?? this.#sizes.get(path) ?? 0
    this.#positions.set(key, at + result)
    return this.#write(path, at, words, result)
  }

  #writeAt({ words, result }: Call): Request[] {
    const at = Number(/, (\d+)$/.exec(words.slice(-40))?.[1])
    return this.#write(fileOf(words).path, at, words, result)
  }

  #write(path: string, at: number, words: string, length: number): Request[] {
    const bytes = Buffer.concat(stringsOf(words).map(decode)).subarray(0, length)
    if (bytes.length !== length) throw new Error(`the trace has not all of a write to ${path}`)
    this.#sizes.set(path, Math.max(this.#sizes.get(path) ?? 0, at + length))
    return [{ what: 'write', path, at, bytes }]
  }

  #resize({ name, words }: Call): Request[] {
    const path = name === 'truncate' ? decode(stringsOf(words)[0] ?? '').toString() : fileOf(words).path
    const numbers = words.split(', ').slice(1).map(Number)
    const size =
      name === 'fallocate'
        ? Math.max(this.#sizes.get(path) ?? 0, (numbers[1] ?? 0) + (numbers[2] ?? 0))
        : (numbers[0] ?? 0)
    this.#sizes.set(path, size)
    return [{ what: 'truncate', path, size }]
  }

  #rename({ words }: Call): Request[] {
    const [path = '', target = ''] = stringsOf(words).map((text) => decode(text).toString())
    const size = this.#sizes.get(path)
    this.#sizes.delete(path)
    if (size !== undefined) this.#sizes.set(target, size)
    return [{ what: 'rename', path, target }]
  }

  #unlink({ words }: Call): Request[] {
    const name = decode(stringsOf(words)[0] ?? '').toString()
    const [, folder = ''] = /^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(words) ?? []
    const path = name.startsWith('/') || folder === '' ? name : `${decode(folder).toString()}/${name}`
    this.#sizes.delete(path)
    return [{ what: 'unlink', path }]
  }
}
