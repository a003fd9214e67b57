import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { classify } from '../../src/decide/classify.js'
import { isOutcomeUnknown } from '../../src/decide/outcomes.js'
import { outcomeTags, type Answer } from '../../src/domain/outcome.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { append } from '../support/journals.js'
import { createShelf, dayMs, ring, sendAll } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { createFakeTransport, reply } from '../support/replay.js'
import { readAll } from '../support/journals.js'
import { freshName } from '../support/journals.js'
import { chance, createLine, createRuns, standingOf } from './till.js'

const shelf = createShelf()
afterEach(() => {
  vi.unstubAllGlobals()
  shelf.closeAll()
})

const prototypes = () => [Object.prototype, Array.prototype].map((one) => Reflect.ownKeys(one).length)
const untouched = prototypes()
afterEach(() => {
  expect(prototypes()).toEqual(untouched)
})

/** Sends one refund over a line that answers like this, and tells how it stands then. */
async function deliver(respond: () => Response | Promise<Response>, journal?: TillJournal) {
  vi.stubGlobal('fetch', () => Promise.resolve(respond()))
  const kept = journal ?? (await shelf.open())
  const id = await append(kept, 'refund', refundOf(freshName()))
  await createRuns(kept, createLine()).run()
  return { journal: kept, id, standing: await standingOf(kept, id) }
}

/** A body that never ends, and how much of it was taken. */
function endless(head: string, chunk: string) {
  const taken = { characters: 0, isOver: false }
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const text = taken.characters === 0 ? head : chunk
      taken.characters += text.length
      if (taken.characters > 50_000_000) {
        taken.isOver = true
        controller.close()
      } else controller.enqueue(encoder.encode(text))
    },
  })
  return { body, taken }
}

describe('every status', () => {
  const statuses = Array.from({ length: 900 }, (_, index) => index + 100)
  it.each(['', '{}', 'null', '<p>', '{"title":1}'])('has its outcome by name with the text %j', (text) => {
    for (const status of statuses) {
      for (const hasConflicts of [true, false]) {
        const outcome = classify(reply(status, text), hasConflicts)
        expect(outcomeTags).toContain(outcome.tag)
        expect(outcome.tag === 'acknowledged').toBe(
          status === 200 && ['{}', 'null', '{"title":1}'].includes(text),
        )
      }
    }
  })

  it('that a browser lets through ends in a state, and what was said reads back', async () => {
    const journal = await shelf.open()
    for (const status of [
      ...statuses.filter((one) => one >= 200 && one < 600 && one % 13 === 0),
      204,
      205,
      511,
    ]) {
      const body = [204, 205, 304].includes(status) ? null : '{"detail":"so"}'
      const { standing } = await deliver(
        () => new Response(body, { status, statusText: 'Whatever \u00ff' }),
        journal,
      )
      expect(standing).toMatch(/^(queued|settled|parked\/\w+)$/)
    }
  })
})

describe('headers', () => {
  const values = [
    '',
    '-1',
    'NaN',
    '1e308',
    '9'.repeat(400),
    'soon',
    '0',
    '5, 10',
    '\u00ff',
    '"',
    '"a", "b"',
    'W/"a"',
  ]
  const dates = [
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Sat, 01 Jan 0000 00:00:00 GMT',
    'Sun, 30 Feb 2025 00:00:00 GMT',
  ]
  const huge = 'x'.repeat(200_000)

  it.each([200, 413, 429, 503])(
    'of no sense are survived with %i, and no wait is longer than a day',
    async (status) => {
      for (const value of [...values, ...dates, huge]) {
        const headers = { 'retry-after': value, date: value, etag: value, 'last-modified': value }
        const journal = await shelf.open()
        const id = await append(journal, 'refund', refundOf('1'))
        const { nextDueAt = 0 } = await createRuns(
          journal,
          createFakeTransport(() => reply(status, '{}', headers)),
        ).run()
        expect(nextDueAt).toBeLessThan(1_000_000 + 1.01 * dayMs)
        const entry = await journal.find(id)
        expect(entry).toMatchObject({ reply: { status, headers } })
        journal.close()
      }
    },
  )

  it('that name a member of every object are kept as what they are', () => {
    const headers = Object.fromEntries(
      new Headers([
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['etag', '"1"'],
        ['ETag', '"2"'],
      ]),
    )
    expect(classify(reply(200, '{}', headers), true)).toMatchObject({ tag: 'acknowledged' })
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('with a date far ahead do not make the till erase what it has settled', async () => {
    const journal = await shelf.open()
    const settled = await ring(journal, 'refund', refundOf('1'), { createdAt: 1_000_000 })
    await sendAll(journal, 'acknowledged', 1_000_000)
    await append(journal, 'refund', refundOf('2'))
    const date = 'Fri, 31 Dec 9999 23:59:59 GMT'
    await createRuns(
      journal,
      createFakeTransport(() => reply(200, '{}', { date })),
    ).run()
    expect(await journal.find(settled.id)).toMatchObject({
      state: 'settled',
      reply: { body: { TransactionID: 7 } },
    })
  })
})

describe('content that is not what it is called', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])
  const invalid = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
  const bodies: [string, BodyInit | null, string][] = [
    ['nothing', null, 'parked/unknown'],
    ['an empty text', '', 'parked/unknown'],
    ['blanks', ' \n\t', 'parked/unknown'],
    ['JSON behind a byte order mark', '\ufeff{"TransactionID":1}', 'settled'],
    ['UTF-16', utf16, 'parked/unknown'],
    ['bytes that are no UTF-8', invalid, 'settled'],
    ['half a character', '{"a":"\\ud800"}', 'settled'],
    ['gzip that is none', new Uint8Array([0x1f, 0x8b, 8, 0, 0]), 'parked/unknown'],
    ['two values', '{}{}', 'parked/unknown'],
    ['a number', '-0', 'settled'],
    ['a number too large', '1e999', 'settled'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'parked/unknown'],
  ]
  it.each(bodies)('%s has its outcome and reads back', async (_, body, expected) => {
    for (const type of [undefined, 'application/json; charset=utf-16', 'text/html', 'nonsense']) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const { journal, id, standing } = await deliver(() => new Response(body, { headers }))
      expect(standing).toBe(expected)
      expect(await journal.find(id)).toHaveProperty('reply.status', 200)
    }
  })

  it('whose bytes break off is silence, and the till goes on', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"a":'))
          },
          pull(controller) {
            controller.error(new Error('gone'))
          },
        }),
      )
    expect((await deliver(broken)).standing).toBe('parked/unknown')
  })
})

describe('a reply without end', () => {
  it.each([
    ['JSON', 200, '{"a":"', 'x'.repeat(1_000_000), 'parked/unknown'],
    ['HTML', 200, '<!doctype html>', '<p>'.repeat(300_000), 'parked/unknown'],
    ['a refusal', 422, '{"title":"', 'x'.repeat(1_000_000), 'parked/rejected'],
  ])('of %s is read to its limit, and little of it is kept', async (_, status, head, chunk, expected) => {
    const { body, taken } = endless(head, chunk)
    const name = freshName()
    const journal = await shelf.open(name)
    const { standing } = await deliver(() => new Response(body, { status }), journal)
    expect(standing).toBe(expected)
    expect(taken.characters).toBeLessThan(5_000_000)
    expect((await readAll(name)).length).toBeLessThan(400_000)
  })

  it('is no acknowledgement because its beginning would be one', async () => {
    const { body } = endless('{"TransactionID":1}', ' '.repeat(1_000_000))
    expect((await deliver(() => new Response(body))).standing).toBe('parked/unknown')
  })

  it('is an answer, even from a line that does not let itself be turned away', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(1_000_000)))
      },
      cancel: () => new Promise(() => undefined),
    })
    expect((await deliver(() => new Response(body, { status: 422 }))).standing).toBe('parked/rejected')
  })
})

describe('a reply nested without end', () => {
  it.each([
    ['lists', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['objects', '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000)],
    ['lists never closed', '['.repeat(1_000_000)],
  ])('of %s does not stop the run: it is no reply that a till can keep', async (_, text) => {
    const journal = await shelf.open()
    const other = await append(journal, 'associate', { Card: 'B' })
    let count = 0
    const { standing } = await deliver(() => {
      count += 1
      return new Response(count === 1 ? '{}' : text)
    }, journal)
    expect(standing).toBe('parked/unknown')
    expect(await standingOf(journal, other)).toBe('settled')
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })
})

describe('a reply’s members', () => {
  const keys = [
    '__proto__',
    'constructor',
    'prototype',
    'toJSON',
    'then',
    'toString',
    'valueOf',
    'hasOwnProperty',
  ]
  it('change no prototype, whatever they are called, and read back', async () => {
    const journal = await shelf.open()
    for (const key of keys) {
      for (const inner of ['{"polluted":true}', '1', 'null', '"x"', '[{}]']) {
        const text = `{"${key}":${inner},"${key}":${inner},"StoredValueCardReceipt":{"${key}":${inner}}}`
        const status = inner === '1' ? 409 : 200
        const { id } = await deliver(() => new Response(text, { status }), journal)
        expect(JSON.stringify(await journal.find(id))).toContain(`"${key}"`)
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }
    }
  })

  it.each(['"1"', '1.5', '9007199254740993', '"NaN"', 'null', '[1]', '{"valueOf":1}', '1e999', 'true'])(
    'TransactionID %s names no transaction',
    async (value) => {
      const { id, journal } = await deliver(() => new Response(`{"TransactionID":${value}}`))
      const update = freshName()
      const request = { CardCode: 'U', StoredValueCardReceipt: { Total: 1 } }
      await ring(journal, 'updateReceipt', request, { id: update, transactionOf: id })
      await createRuns(journal, createLine()).run()
      expect(await standingOf(journal, update)).toBe('parked/reference')
    },
  )

  it.each(['-5', '-0', '0', '9007199254740991'])(
    'TransactionID %s goes into the update as it is',
    async (value) => {
      const { id, journal } = await deliver(() => new Response(`{"TransactionID":${value}}`))
      const update = freshName()
      await ring(journal, 'updateReceipt', { CardCode: 'U' }, { id: update, transactionOf: id })
      await createRuns(journal, createLine()).run()
      expect(await journal.find(update)).toMatchObject({
        state: 'settled',
        request: { TransactionID: Number(value) + 0 },
      })
    },
  )

  it('that make the host’s own reader throw hold up one operation and no other', async () => {
    const { id, journal } = await deliver(() => new Response('null'))
    const update = await ring(journal, 'updateReceipt', { CardCode: 'U' }, { transactionOf: id })
    const other = await append(journal, 'associate', { Card: 'B' })
    const host = {
      transactionId: ({ body }: { body: unknown }) => (body as { data: { id: number } }).data.id,
    }
    await createRuns(journal, createLine(), host).run()
    expect(await standingOf(journal, update.id)).toBe('parked/reference')
    expect(await standingOf(journal, other)).toBe('settled')
  })
})

describe('anything at all', () => {
  const text = fc.oneof(
    fc.json({ noUnicodeString: false }),
    fc.string({ unit: 'binary' }),
    fc.json().map((some) => some.slice(0, -1)),
    fc
      .record({
        type: fc.anything(),
        title: fc.anything(),
        detail: fc.anything(),
        StoredValueCardReceipt: fc.anything(),
      })
      .map((some) => {
        try {
          return JSON.stringify(some)
        } catch {
          return '{'
        }
      }),
  )
  const headers = fc.dictionary(
    fc.constantFrom('retry-after', 'date', 'etag', 'last-modified', '__proto__'),
    fc.string({ unit: 'binary' }),
  )
  const answers: fc.Arbitrary<Answer> = fc
    .record({ status: fc.integer({ min: 100, max: 999 }), text, headers })
    .map(({ status, text, headers }) => reply(status, text, headers))

  it('is classified by name, a 200 as taken only where it is JSON', () => {
    fc.assert(
      fc.property(answers, fc.boolean(), (answer, hasConflicts) => {
        const outcome = classify(answer, hasConflicts)
        expect(outcomeTags).toContain(outcome.tag)
        expect(typeof isOutcomeUnknown(outcome)).toBe('boolean')
      }),
      { ...chance, numRuns: 2_000 },
    )
  })

  it('is taken by the loop, kept and read back, and the loop goes on', async () => {
    const journal = await shelf.open()
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const kind = (answer as { status: number }).status % 2 === 0 ? 'updateReceipt' : 'migrate'
        const cards = { updateReceipt: { CardCode: freshName() }, migrate: { OldCardCode: freshName() } }
        const id = await append(journal, kind, cards[kind])
        await journal.endPause('service', 'not-the-service')
        await createRuns(
          journal,
          createFakeTransport(() => answer),
        ).run()
        expect(await standingOf(journal, id)).toMatch(/^(queued|settled|parked\/\w+)$/)
      }),
      { ...chance, numRuns: 60 },
    )
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })
})
