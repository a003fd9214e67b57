import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '../../src/sandbox/http.js'
import { altered, startOdd } from './odd.js'
import { listFindings, listSkipped, startOwnSandbox, tryService } from './support.js'

const small = { endpoints: ['refund'], conditions: false, hooks: {}, origin: undefined }

/** Starts a helper beside the service, which answers with JSON. */
async function startHelper(answer: (url: URL, request: IncomingMessage) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    response.end(JSON.stringify(answer(url, request)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const balances = ({ bank }: Sandbox) =>
  startHelper(({ searchParams }) => ({
    Card: { Balance: bank.card(searchParams.get('card') ?? '')?.balance ?? 0 },
  }))

function verdictOf({ results }: Awaited<ReturnType<typeof tryService>>, check: string, endpoint?: string) {
  return results.find((result) => result.check === check && (!endpoint || result.endpoint === endpoint))
}

describe('the read-back', () => {
  it('may be a balance, by which only refunds are judged', async () => {
    const sandbox = await startOwnSandbox({})
    const readBack = { url: `${await balances(sandbox)}?card={card}`, gives: 'balance', at: 'Card.Balance' }
    const file = { ...small, endpoints: ['refund', 'associate'], amount: 2.5, readBack }
    const outcome = await tryService(sandbox.url, file)
    expect(listFindings(outcome, ['fault'])).toContain('repeat-run-twice (refund)')
    expect(verdictOf(outcome, 'repeat-at-once', 'associate')).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('only a refund') as string,
    })
  })

  it('passes a sound service by its balances too, on cards that it has had before', async () => {
    const sandbox = await startOwnSandbox({ settings: { keys: true, openingBalance: 12.34 } })
    const codes = ['9001', '9002', '9003', '9004', '9005', '9006']
    const readBack = { url: `${await balances(sandbox)}?card={card}`, gives: 'balance', at: 'Card.Balance' }
    const file = { ...small, cards: { codes }, amount: 0.1, readBack }
    // Cards are opened by their first operation, with the opening balance.
    for (const code of codes) sandbox.bank.apply('associate', { Card: code }, { now: new Date() })
    const outcome = await tryService(sandbox.url, file)
    expect(listFindings(outcome)).toEqual([])
    expect(verdictOf(outcome, 'repeat-in-parallel')?.verdict).toBe('passed')
  })

  it('may be a count, and a command', async () => {
    const sandbox = await startOwnSandbox({})
    const url = await startHelper(({ searchParams }) => {
      const marker = searchParams.get('marker') ?? ''
      return sandbox.bank.effects.filter((effect) => JSON.stringify(effect).includes(marker)).length
    })
    const counted = await tryService(sandbox.url, {
      ...small,
      readBack: { url: `${url}?marker={marker}`, gives: 'count' },
    })
    expect(listFindings(counted, ['fault'])).toContain('repeat-run-twice (refund)')
    const script = 'fetch(process.argv[1]).then((r) => r.text()).then((text) => console.log(text))'
    const command = [process.execPath, '-e', script, `${url}?marker={marker}`]
    const file = { ...small, keys: false, readBack: { command, gives: 'count' } }
    const commanded = await tryService(sandbox.url, file)
    expect(commanded.broken).toBeUndefined()
    expect(listFindings(commanded)).toEqual([])
  })

  it('may be as long as it likes', async () => {
    const sandbox = await startOwnSandbox({ settings: { keys: true } })
    const filler = 'x'.repeat(3_000_000)
    const url = await startHelper(() => ({ Items: [...sandbox.bank.effects, filler] }))
    const outcome = await tryService(sandbox.url, {
      ...small,
      readBack: { url, gives: 'ledger', at: 'Items' },
    })
    expect(outcome.broken).toBeUndefined()
    expect(listFindings(outcome)).toEqual([])
  })

  it('that shows nothing is told, and nothing is judged by it', async () => {
    const { url } = await startOwnSandbox({})
    const blind = await startHelper(() => [])
    const outcome = await tryService(url, { ...small, readBack: { url: blind, gives: 'ledger' } })
    expect(listFindings(outcome)).toEqual(['acknowledged-without-effect (refund)'])
    expect(verdictOf(outcome, 'repeat-at-once')?.verdict).toBe('skipped')
  })

  it('is asked elsewhere without the credentials', async () => {
    const { url, bank } = await startOwnSandbox({})
    const seen = new Set<string | undefined>()
    const elsewhere = await startHelper((_, { headers }) => {
      seen.add(headers.authorization)
      return bank.effects
    })
    const readBack = { url: elsewhere, gives: 'ledger' }
    await tryService(url, { ...small, headers: { Authorization: 'secret' }, keys: false, readBack })
    expect([...seen]).toEqual([undefined])
  })

  it('is needed to judge repeats', async () => {
    const { url } = await startOwnSandbox({})
    const outcome = await tryService(url, { ...small, readBack: undefined })
    expect(listFindings(outcome)).toEqual([])
    expect(listSkipped(outcome)).toEqual(expect.arrayContaining(['repeat-at-once', 'cut-reply']))
  })
})

describe('what the service wants', () => {
  it('may be cases of its own', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const other = { operation: 'associate', what: 'a card of another shop', body: { Shop: 'S99' } }
    const outcome = await tryService(url, {
      ...small,
      cases: [
        { ...other, after: 'associate', status: 409 },
        { operation: 'refund', after: 'migrate', status: 409 },
        { ...other, status: 409 },
        {
          operation: 'migrate',
          status: 400,
          body: { OldCardCode: '{newCard}', StoredValueCardCode: '{newCard}' },
        },
        { operation: 'refund', status: 409 },
      ],
    })
    const verdicts = [1, 2, 3, 4, 5].map((index) => verdictOf(outcome, `case-${index}`)?.verdict)
    // A card that was never associated belongs to no shop yet, and a plain refund is no conflict.
    expect(verdicts).toEqual(['passed', 'passed', 'found', 'passed', 'found'])
    expect(listFindings(outcome)).toEqual(['status-otherwise'])
    expect(verdictOf(outcome, 'case-1')?.title).toBe('a card of another shop')
    expect(verdictOf(outcome, 'case-5')?.findings[0]?.till).toBe('settles the operation')
  })

  it('may be more fields, other orders and another shop', async () => {
    const sandbox = await startOwnSandbox({ settings: { keys: true } })
    const made: string[] = []
    const helper = await startHelper(({ searchParams }) => made.push(searchParams.get('order') ?? ''))
    const outcome = await tryService(sandbox.url, {
      ...small,
      endpoints: ['refund', 'confirmOrder'],
      shop: 'S77',
      terminal: 'T9',
      orders: { from: 5000, make: { url: `${helper}?order={order}` } },
      bodies: {
        refund: { StoredValueCardReceipt: { SenderData: { Operator: 'Ada' } } },
        confirmOrder: { Shop: 'S77' },
      },
    })
    expect(listFindings(outcome)).toEqual([])
    const orders = sandbox.bank.effects.filter(({ operation }) => operation === 'confirmOrder')
    expect(orders.length).toBeGreaterThan(4)
    expect(orders.every(({ body }) => made.includes(String((body as { OrderID: number }).OrderID)))).toBe(
      true,
    )
    expect(orders.every(({ body }) => (body as { Shop: string }).Shop === 'S77')).toBe(true)
    const refunds = sandbox.bank.effects.filter(({ operation }) => operation === 'refund')
    expect(refunds.every(({ body }) => JSON.stringify(body).includes('"Operator":"'))).toBe(true)
  })

  it('may be a transaction in another place', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const odd = await startOdd(
      url,
      altered(({ status, text }) => {
        if (status !== 200) return {}
        const { TransactionID, ...rest } = JSON.parse(text) as { TransactionID?: number }
        return { text: JSON.stringify({ ...rest, Result: { MovementID: TransactionID } }) }
      }),
    )
    const file = { ...small, endpoints: ['refund', 'updateReceipt'] }
    const unaware = await tryService(odd, file)
    expect(listFindings(unaware)).toEqual(['transaction-elsewhere'])
    expect(verdictOf(unaware, 'minimal-body', 'updateReceipt')?.verdict).toBe('skipped')
    const aware = await tryService(odd, { ...file, transactionIdAt: 'Result.MovementID' })
    expect(listFindings(aware)).toEqual(['transaction-elsewhere'])
    expect(verdictOf(aware, 'repeat-at-once', 'updateReceipt')?.verdict).toBe('passed')
  })

  it('may be a probe of its own, and less time', async () => {
    const { url, faults } = await startOwnSandbox({ settings: { keys: true } })
    const outcome = await tryService(url, { ...small, probe: '/health', timeoutSeconds: 0.5 })
    expect(listFindings(outcome)).toEqual(['probe-refused'])
    faults.script([{ kind: 'slowDrip', delayMs: 200, operation: 'refund', times: 1 }])
    const slow = await tryService(url, { ...small, timeoutSeconds: 0.5 })
    expect(listFindings(slow)).toEqual(['not-acknowledged (refund)'])
    expect(slow.results[0]?.findings[0]?.seen).toContain('no reply (timeout)')
  })
})
