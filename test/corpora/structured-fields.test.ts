import { is } from 'superstruct'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TransferredEntry } from '../../src/journal/transfer/transfer.js'
import { parseKey as parseKeyOfSandbox } from '../../src/sandbox/keys.js'
import { parseKey as parseKeyOfService } from '../../src/service/keys.js'
import { createTransport } from '../../src/transport/transport.js'
import { freshClaim } from '../support/claim.js'
import { access, readCorpus } from './data.js'

interface Case {
  file: string
  name: string
  raw?: string[]
  expected?: [value: unknown, parameters: unknown[]]
  canonical?: string[]
  must_fail?: true
  can_fail?: true
}

const cases = readCorpus<Case>('structured-field-tests')
const read = cases.flatMap(({ raw, ...one }) => (raw ? [{ ...one, raw: raw.join(', ') }] : []))
const strings = read.filter(({ expected }) => typeof expected?.[0] === 'string')
const others = read.filter(({ expected }) => expected !== undefined && typeof expected[0] !== 'string')
const unreadable = read.filter(({ must_fail: mustFail }) => mustFail)

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The header that the page sends for a key. */
async function writeKey(key: string): Promise<string | null | undefined> {
  const sent: Request[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    sent.push(request)
    return Promise.resolve(new Response('{}'))
  })
  const claim = { ...freshClaim, ticket: { ...freshClaim.ticket, key }, keyHeader: 'Idempotency-Key' }
  await createTransport(access).send(claim, () => Promise.resolve(true))
  return sent[0]?.headers.get('idempotency-key')
}

const readers: [reader: string, parseKey: (header: string) => string | undefined, lengthMax: number][] = [
  ['sandbox', parseKeyOfSandbox, Infinity],
  ['kit for card services', parseKeyOfService, 255],
]

const canBeKey = (text: unknown) => is(text, TransferredEntry.schema.key)

describe('the header of a key, by the suite of structured fields,', () => {
  it('has strings, items of other types, what cannot be read and what cannot be written', () => {
    expect([strings, others, unreadable].map(({ length }) => length)).toEqual([102, 54, 231])
  })

  it.each(readers)('is read by the %s where it is a string', (_, parseKey, lengthMax) => {
    for (const { raw, expected, can_fail: canFail } of strings) {
      const [text] = expected ?? []
      const key = parseKey(raw)
      if (canFail && key === undefined) continue
      // A key without letters would make all operations one.
      const isKey = typeof text === 'string' && text !== '' && text.length <= lengthMax
      expect([raw, key]).toEqual([raw, isKey ? text : undefined])
    }
  })

  it.each(readers)('is refused by the %s where it is a broken string', (_, parseKey) => {
    for (const { raw } of unreadable)
      if (raw.includes('"')) expect([raw, parseKey(raw)]).toEqual([raw, undefined])
  })

  it('is refused by the sandbox where it is no string', () => {
    for (const { raw } of [...others, ...unreadable])
      expect([raw, parseKeyOfSandbox(raw)]).toEqual([raw, undefined])
  })

  it('is taken by the kit for card services as bare text, or not at all, where it is no string', () => {
    for (const { raw } of [...others, ...unreadable])
      expect([undefined, raw.trim()]).toContain(parseKeyOfService(raw))
  })

  it('is written by the page as the suite says, for each text that may be a key, and is read as that', async () => {
    let written = 0
    for (const { raw, expected, canonical = [raw] } of strings) {
      const [text] = expected ?? []
      if (typeof text !== 'string' || !canBeKey(text)) continue
      const header = await writeKey(text)
      expect([header, parseKeyOfSandbox(header ?? '')]).toEqual([canonical[0], text])
      written += 1
    }
    expect(written).toBe(97)
  })

  it('is never asked to carry what the suite says cannot be written', () => {
    const unwritable = cases.filter(({ raw, must_fail: mustFail }) => raw === undefined && mustFail)
    expect(unwritable.map(({ expected }) => expected?.[0]).filter(canBeKey)).toEqual([])
    expect(unwritable).toHaveLength(33)
  })
})
