import { is } from '../domain/is.js'
import { dropMark } from '../domain/text-file.js'
import {
  addLeaf,
  type AuditContent,
  isSignedBy,
  isSoundTree,
  type LogHead,
  LogRecord,
  readHead,
  rootOf,
  type TimeRecord,
  type Tree,
} from '../journal/seal/index.js'
import type { Finding } from './finding.js'

/** The log of a file as it was signed, or what is wrong with it. */
export interface CheckedLog {
  origin: string
  records: readonly LogRecord[]
  findings: readonly Finding[]
  /** The facts of the last checkpoint, which was signed as the file was written. */
  last?: TimeRecord
  /** How many checkpoints that were kept apart could be compared, and how many are older than the file's log. */
  compared: number
  older: number
}

/** Follows the log from checkpoint to checkpoint, and compares it with those that were kept apart. */
export async function checkLog(
  { key, from, segments }: Pick<AuditContent, 'key' | 'from' | 'segments'>,
  keptApart: readonly string[],
  expectedKey = key,
): Promise<CheckedLog> {
  const findings: Finding[] = []
  const alter = (detail: string) => findings.push({ deed: 'log-altered', detail })
  if (expectedKey !== key) alter('the file is signed with another key than the one given')
  if (!isSoundTree(from)) alter('the beginning of its log is not a log’s')
  const kept = keptApart.map((note) => ({ note, head: readHead(note) }))
  const wanted = new Set(kept.map(({ head }) => head?.size))
  const roots = new Map<number, string>()
  const records: LogRecord[] = []
  let tree: Tree = isSoundTree(from) ? from : { size: 0, roots: [] }
  if (wanted.has(tree.size)) roots.set(tree.size, await rootOf(tree))
  let origin: string | undefined
  for (const [index, segment] of segments.entries()) {
    for (const text of segment.records) {
      tree = await addLeaf(tree, text)
      if (wanted.has(tree.size)) roots.set(tree.size, await rootOf(tree))
      const record = parseRecord(text)
      if (record) records.push(record)
      else alter(`record ${tree.size} is not a record`)
    }
    const head = readHead(segment.note)
    origin ??= head?.origin
    const fault = await findFault(segment.note, head, { origin, key, tree })
    if (fault !== undefined) alter(`checkpoint ${index + 1} of ${segments.length}: ${fault}`)
  }
  const last = records.at(-1)
  if (!last || !('at' in last)) alter('it does not end with a checkpoint')
  else if ((last.from ?? from.size) !== from.size)
    alter('its beginning is left out: it is not where the till signed it')
  const log = { origin: origin ?? '', size: tree.size, roots, from: from.size, key }
  const compared = await Promise.all(kept.map((each) => compareKept(each, log)))
  return {
    origin: log.origin,
    records,
    findings: [...findings, ...compared.flatMap((result) => result.finding ?? [])],
    ...(last && 'at' in last && { last }),
    compared: compared.filter(({ isOlder }) => !isOlder).length,
    older: compared.filter(({ isOlder }) => isOlder).length,
  }
}

/** A record of the log; undefined if the text is none. */
export function parseRecord(text: string): LogRecord | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return is(value, LogRecord) ? value : undefined
  } catch {
    // The caller reports it.
    return undefined
  }
}

/** The lines of a till's checkpoint: origin, size, root, a blank one, the signature, and what follows its end. */
const noteLines = 6

async function findFault(
  note: string,
  head: LogHead | undefined,
  { origin, key, tree }: { origin: string | undefined; key: string; tree: Tree },
): Promise<string | undefined> {
  if (!head) return 'it is not a checkpoint'
  if (!(await isSignedBy(key, note))) return 'its signature is not of this key'
  // A till writes one signature; others may stand only in what is kept apart.
  if (note.split('\n').length !== noteLines) return 'something was added to it'
  if (head.origin !== origin) return 'it is of another till'
  const isSame = head.size === tree.size && head.root === (await rootOf(tree))
  return isSame ? undefined : 'the records up to it are not those that were signed'
}

interface Log {
  origin: string
  size: number
  from: number
  roots: ReadonlyMap<number, string>
  key: string
}

async function compareKept(
  { note, head }: { note: string; head: LogHead | undefined },
  log: Log,
): Promise<{ finding?: Finding; isOlder?: boolean }> {
  if (!head) return { finding: { deed: 'log-altered', detail: 'a checkpoint kept apart cannot be read' } }
  const name = `the checkpoint of ${head.size} records that was kept apart`
  if (!(await isSignedBy(log.key, note)) || head.origin !== log.origin)
    return {
      finding: { deed: 'log-altered', detail: `${name} is of another till, or signed with another key` },
    }
  if (head.size > log.size)
    return {
      finding: { deed: 'rolled-back', detail: `${name} is later than this journal, which has ${log.size}` },
    }
  if (head.size < log.from) return { isOlder: true }
  return log.roots.get(head.size) === head.root
    ? {}
    : { finding: { deed: 'rolled-back', detail: `${name} was signed over other records than these` } }
}

/** The notes of a text in which they follow one another. */
export function splitNotes(text: string): string[] {
  const notes: string[] = []
  let lines: string[] = []
  // Editors of Windows put a mark in front, and end lines in their own way.
  for (const line of dropMark(text).replaceAll('\r\n', '\n').split('\n')) {
    const isSigned = lines.some((before) => before.startsWith('— '))
    if (isSigned && !line.startsWith('— ')) {
      notes.push(`${lines.join('\n')}\n`)
      lines = []
    }
    if (lines.length > 0 || line !== '') lines.push(line)
  }
  return lines.length > 0 ? [...notes, `${lines.join('\n')}\n`] : notes
}
