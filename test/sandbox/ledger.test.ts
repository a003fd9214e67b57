import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBank } from '../../src/sandbox/bank.js'
import { openLedgerFile } from '../../src/sandbox/ledger.js'
import { noon, refundOf, sendControl, sendOperation, start } from './helpers.js'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-ledger-'))
  file = join(folder, 'deep', 'ledger.jsonl')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function fill() {
  const bank = createBank({ openingBalance: 10 }, openLedgerFile(file))
  bank.apply('refund', refundOf(0.1, 'C1'), { now: noon, key: '"k1"' })
  bank.apply('confirmOrder', { OrderID: 5 }, { now: noon })
  return bank
}

describe('a ledger on disk', () => {
  it('holds one effect a line as soon as it is applied', () => {
    const bank = fill()
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(bank.effects)
  })

  it('brings the bank back', () => {
    const before = fill()
    const after = createBank({}, openLedgerFile(file))
    expect(after.effects).toEqual(before.effects)
    expect(after.card('C1')).toEqual(before.card('C1'))
    after.apply('refund', refundOf(1, 'C1'), { now: noon })
    expect(createBank({}, openLedgerFile(file)).card('C1')?.balance).toBe(11.1)
  })

  it('drops a last line that was cut off, and goes on behind the one before', () => {
    fill()
    appendFileSync(file, '{"sequence":3,"operation":"refu')
    const bank = createBank({}, openLedgerFile(file))
    expect(bank.effects).toHaveLength(2)
    bank.apply('refund', refundOf(1, 'C1'), { now: noon })
    expect(openLedgerFile(file).effects).toHaveLength(3)
  })

  it.each([
    ['one line of JSON', '{"name":"my package"}'],
    ['lines of text', 'a list\nof things\nto do'],
    ['an effect that was cut off, and nothing else', '{"sequence":1,"operation":"refu'],
  ])('is no file that holds %s, and that file stays as it is', (_what, text) => {
    writeFileSync(join(folder, 'notes'), text)
    expect(() => openLedgerFile(join(folder, 'notes'))).toThrow('is not effect number 1')
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe(text)
  })

  it('keeps a last effect whose line end an editor took, with a mark and line ends of Windows', () => {
    const { effects } = fill()
    const text = readFileSync(file, 'utf8').trimEnd()
    writeFileSync(file, `\uFEFF${text.replaceAll('\n', '\r\n')}`)
    expect(openLedgerFile(file).effects).toEqual(effects)
    createBank({}, openLedgerFile(file)).apply('refund', refundOf(1, 'C1'), { now: noon })
    expect(openLedgerFile(file).effects).toHaveLength(3)
  })

  it.each([
    ['no JSON', 'nonsense'],
    ['no effect', '{"sequence":2}'],
    [
      'an operation that is not known',
      '{"sequence":2,"operation":"sell","body":{},"at":"2026-03-02T12:00:00.000Z"}',
    ],
    [
      'a body that does not read',
      '{"sequence":2,"operation":"refund","body":{"x":1},"at":"2026-03-02T12:00:00.000Z"}',
    ],
    [
      'another number',
      '{"sequence":4,"operation":"confirmOrder","body":{"OrderID":6},"at":"2026-03-02T12:00:00.000Z"}',
    ],
    ['no time', '{"sequence":2,"operation":"confirmOrder","body":{"OrderID":6},"at":"noon"}'],
  ])('is refused when a line holds %s', (_what, line) => {
    fill()
    const [first, , ...rest] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [first, line, ...rest].join('\n'))
    expect(() => openLedgerFile(file)).toThrow(`line 2 of ${file} is not effect number 2`)
  })

  it('is emptied by a reset', () => {
    const bank = fill()
    bank.reset()
    expect(readFileSync(file, 'utf8')).toBe('')
    bank.apply('refund', refundOf(1, 'C1'), { now: noon })
    expect(openLedgerFile(file).effects).toMatchObject([{ sequence: 1, transactionId: 1001 }])
  })

  it('that cannot be kept makes the answer a 500, and nothing is done', async () => {
    const { url, bank } = await start({ ledgerFile: file })
    mkdirSync(file)
    const reply = await sendOperation(url, 'refund', refundOf(1, 'C1'))
    expect(reply.status).toBe(500)
    expect(JSON.parse(reply.body)).toMatchObject({ title: 'The sandbox failed' })
    expect(bank.effects).toEqual([])
    expect(bank.card('C1')).toBeUndefined()
  })

  it.each(['/dev/null', tmpdir()])('is refused where %s is no file', (path) => {
    expect(() => openLedgerFile(path)).toThrow(`Cannot open the ledger: ${path} is not a file`)
  })

  it('survives the sandbox', async () => {
    const first = await start({ ledgerFile: file, settings: { keys: true } })
    const reply = await sendOperation(first.url, 'refund', refundOf(4, 'C1'), { 'idempotency-key': '"k1"' })
    await first.close()
    const second = await start({ ledgerFile: file, settings: { keys: true } })
    const again = await sendOperation(second.url, 'refund', refundOf(4, 'C1'), { 'idempotency-key': '"k1"' })
    expect(again.body).toBe(reply.body)
    expect((await sendControl(second.url, 'GET', '/state')).json).toMatchObject({ effects: 1, arrivals: 1 })
  })
})
