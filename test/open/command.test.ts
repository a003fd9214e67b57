import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sealFile, sealFileForShop } from '../../src/journal/seal/index.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { runOpen } from '../../src/open/command.js'
import { signer } from '../support/audits.js'
import { freshName } from '../support/journals.js'
import { createShelf, ring, sendAll, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { createShopKeys } from '../support/shop-keys.js'

const passphrase = 'eight or more'
const shelf = createShelf()
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
})
afterEach(() => {
  shelf.closeAll()
  rmSync(folder, { recursive: true })
})

const pathOf = (name: string) => join(folder, name)

async function write(name: string, file: Blob): Promise<string> {
  writeFileSync(pathOf(name), new Uint8Array(await file.arrayBuffer()))
  return pathOf(name)
}

async function run(...args: string[]): Promise<{ code: number; text: string; errors: string }> {
  const [printed, errors]: [string[], string[]] = [[], []]
  const code = await runOpen(args, {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    ask: () => Promise.resolve(passphrase),
  })
  return { code, text: printed.join('\n'), errors: errors.join('\n') }
}

/** A journal with an operation that was settled, and two that wait. */
async function live(): Promise<TillJournal> {
  const journal = await shelf.open()
  await ring(journal, 'refund', refundOf('A'), { id: 'settled-1' })
  await sendAll(journal, 'acknowledged')
  await ring(journal, 'refund', { ...refundOf('B'), Notes: 'blue scarf' }, { id: 'waits-1' })
  await ring(journal, 'refund', refundOf('C'), { id: 'waits-2' })
  return journal
}

const head = { file: 'f', kind: 'copy', shop: 'S01', terminal: 'T3', at: 1_700_000_000_000 } as const

async function writeCopy(journal: TillJournal): Promise<string> {
  const copy = await journal.copyUnsettled(head)
  return write('copy', await sealFile(passphrase, copy, copy.format))
}

async function writeAudit(journal: TillJournal): Promise<string> {
  const audit = await journal.exportAudit(signer)
  return write('audit', await sealFile(passphrase, audit, audit.format))
}

describe('counterfoil-open', () => {
  it('lists what a copy holds, and says what it is', async () => {
    const { code, text } = await run(await writeCopy(await live()))
    expect(code).toBe(0)
    expect(text).toContain('A copy of S01 / T3, written 2023-11-14')
    expect(text).toContain('Operations: 2')
    expect(text).toMatch(/refund {2}queued .*waits-1/)
    expect(text).not.toContain('settled-1')
  })

  it('shows amounts in the currency that the file tells, unless another is asked for', async () => {
    const service = { address: 'https://cards.example', replaces: [], currency: 'JPY' }
    const journal = await shelf.open(freshName(), { service })
    await ring(journal, 'refund', refundOf('A', 2500), { id: 'yen' })
    const copy = await writeCopy(journal)
    expect((await run(copy, '--entry', 'yen')).text).toMatch(/¥2,500/)
    expect((await run(copy, '--entry', 'yen', '--currency', 'EUR')).text).toMatch(/€2,500/)
  })

  it('finds what has all the words in it, whatever their case', async () => {
    const copy = await writeCopy(await live())
    expect((await run(copy, '--search', 'SCARF refund')).text).toContain('waits-1')
    expect((await run(copy, '--search', 'scarf')).text).not.toContain('waits-2')
    expect((await run(copy, '--search', 'scarf green')).text).not.toContain('waits-1')
  })

  it('finds what has quotation marks and backslashes in it, and nothing by the name of a field', async () => {
    const journal = await shelf.open()
    const noted = { ...refundOf('A'), Notes: 'the "blue" scarf of C:\\till' }
    await ring(journal, 'refund', noted, { id: 'quoted' })
    const audit = await writeAudit(journal)
    for (const words of ['"blue"', 'c:\\till', '1970-01-01'])
      expect((await run(audit, '--search', words)).text).toContain('quoted')
    expect((await run(audit, '--search', 'notes')).text).not.toContain('quoted')
  })

  it('shows one operation’s whole history and its slip, without a whole card number', async () => {
    const journal = await shelf.open()
    const card = '9001000000000017'
    await ring(journal, 'refund', refundOf(card), { id: 'a' })
    await sendAll(journal, 'rejected')
    await journal.act('a', { tag: 'void', ...who }, 2_000_000)
    const { code, text } = await run(await writeAudit(journal), '--entry', 'a')
    expect(code).toBe(0)
    expect(text).toContain('refund  voided')
    expect(text).toContain('(status 422)')
    expect(text).toContain('Voided by Ada (seen to)')
    expect(text).toContain('Refund')
    expect(text).not.toContain(card)
    expect(text).toContain('0017')
  })

  it('says so where there is no such operation', async () => {
    const { code, text } = await run(await writeCopy(await live()), '--entry', 'nobody')
    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('no operation') as string })
  })

  it('checks the signed log, and finds what was altered', async () => {
    const journal = await live()
    const sound = await run(await writeAudit(journal), '--verify')
    expect(sound.text).toContain('Everything is as the till signed it.')
    expect(sound.text).toContain('settled-1')
    expect(sound.code).toBe(0)
    const audit = await journal.exportAudit(signer)
    const entries = audit.entries.filter(({ id }) => id !== 'waits-1')
    const altered = await write('altered', await sealFile(passphrase, { ...audit, entries }, 3))
    const found = await run(altered, '--verify')
    expect(found.text).toContain('REMOVED waits-1')
    expect(found.code).toBe(1)
    // Also where one operation is shown.
    expect((await run(altered, '--verify', '--entry', 'settled-1')).code).toBe(1)
  })

  it('does not say of a copy that it was checked', async () => {
    const { code, errors } = await run(await writeCopy(await live()), '--verify')
    expect(code).toBe(2)
    expect(errors).toContain('no log to check')
  })

  it('writes lines of JSON for its owner alone, and over nothing', async () => {
    const copy = await writeCopy(await live())
    const path = pathOf('lines')
    expect((await run(copy, '--lines', path)).code).toBe(0)
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['waits-1', 'waits-2'])
    expect(statSync(path).mode & 0o077).toBe(0)
    expect((await run(copy, '--lines', path)).code).toBe(2)
  })

  it('opens a file that is sealed to the shop with its private key, and says what is missing', async () => {
    const { publicKey, privateKey } = await createShopKeys()
    const other = await createShopKeys()
    const journal = await live()
    const file = await write('sealed', await sealFileForShop(publicKey, await journal.exportAudit(signer)))
    for (const [name, key] of Object.entries({ own: privateKey, other: other.privateKey }))
      writeFileSync(pathOf(name), JSON.stringify(key))
    expect((await run(file, '--shop-key', pathOf('own'), '--verify')).code).toBe(0)
    expect((await run(file, '--shop-key', pathOf('other'))).errors).toContain('the key is another one')
    expect((await run(file)).errors).toContain('give the private key with --shop-key FILE')
    writeFileSync(pathOf('none'), 'seven green bottles')
    const none = await run(file, '--shop-key', pathOf('none'))
    expect(none.errors).toContain('is not a JSON Web Key')
    expect(none.errors).not.toContain('seven')
  })

  it('prints no control character of a file', async () => {
    const journal = await shelf.open()
    const notes = { ...refundOf('A'), Notes: 'x' }
    await ring(journal, 'refund', notes, { id: 'a', operator: '\u001b[2Jgone' })
    const { text } = await run(await writeAudit(journal), '--entry', 'a')
    expect(text).not.toContain('\u001b')
  })

  it('prints nothing of the head of a file that commands a terminal or begins a line', async () => {
    const copy = await (await live()).copyUnsettled(head)
    const crafted = {
      ...copy,
      shop: 'S\u001b]0;owned\u0007\u009b2J',
      terminal: 'T3\nOperations: 0',
      left: ['\u001b[2J'],
    }
    const { code, text } = await run(await write('crafted', await sealFile(passphrase, crafted, copy.format)))
    expect(code).toBe(0)
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
    expect(text).toContain('A copy of S]0;owned2J / T3 Operations: 0')
    expect(text).toContain('Could not be read at the till: [2J')
  })

  it('prints nothing that commands a terminal where it refuses a file', async () => {
    const audit = { ...(await (await live()).exportAudit(signer)), 'x\u001b[2J\u009b': 1 }
    const { code, errors } = await run(await write('crafted', await sealFile(passphrase, audit, 3)))
    expect(code).toBe(2)
    expect(errors).toContain('x[2J is not as a till writes it')
    expect(errors).not.toMatch(/[^\P{Cc}\n]/u)
  })

  it('writes lines of JSON in which no text commands a terminal, and all is as it was', async () => {
    const journal = await shelf.open()
    const notes = 'a\u009b2J \u001b[2J \u{e0001}\u202e'
    await ring(journal, 'refund', { ...refundOf('A'), Notes: notes }, { id: 'a' })
    await run(await writeAudit(journal), '--lines', pathOf('lines'))
    const text = readFileSync(pathOf('lines'), 'utf8').trimEnd()
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(JSON.parse(text)).toMatchObject({ request: { Notes: notes } })
  })

  it('reads the passphrase from the first line of a file, and asks for none', async () => {
    const copy = await writeCopy(await live())
    writeFileSync(pathOf('passphrase'), `\uFEFF${passphrase}\r\nanother\r\n`, 'utf16le')
    const ask = () => Promise.reject(new Error('it was asked for'))
    const lines: string[] = []
    const context = {
      print: (line: string) => lines.push(line),
      printError: (line: string) => lines.push(line),
      ask,
    }
    expect(await runOpen([copy, '--passphrase-file', pathOf('passphrase')], context)).toBe(0)
    expect(lines).toContain('Operations: 2')
  })

  it('needs one file, an option that it knows, and a currency', async () => {
    expect((await run()).errors).toContain('Name one file')
    expect((await run('a', '--what')).code).toBe(2)
    expect((await run('a', '--currency', 'XXXX')).errors).toContain('no currency')
    expect((await run('--help')).text).toContain('counterfoil-open FILE')
  })
})
