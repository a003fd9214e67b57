import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { sealFile, sealFileForShop } from '../../src/journal/seal/index.js'
import { runVerify } from '../../src/verify/command.js'
import { createContext } from '../../src/verify/context.js'
import { type Audit, signer } from '../support/audits.js'
import { createShelf, ring, sendAll } from '../support/lives.js'
import { refundOf } from '../support/models.js'

async function makeShopKey() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const [publicKey, privateKey] = await Promise.all(
    [pair.publicKey, pair.privateKey].map((key) => crypto.subtle.exportKey('jwk', key)),
  )
  if (!publicKey || !privateKey) throw new Error('no key was made')
  return { publicKey, privateKey }
}

const passphrase = 'eight or more'
const shelf = createShelf()
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'))
})
afterEach(() => {
  shelf.closeAll()
  rmSync(folder, { recursive: true })
})

const pathOf = (name: string) => join(folder, name)

async function writeAudit(name: string, audit: Audit): Promise<string> {
  const blob = await sealFile(passphrase, audit, audit.format)
  writeFileSync(pathOf(name), new Uint8Array(await blob.arrayBuffer()))
  return pathOf(name)
}

async function run(...args: string[]): Promise<{ code: number; text: string; errors: string }> {
  const [printed, errors]: [string[], string[]] = [[], []]
  const code = await runVerify(args, {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    ask: () => Promise.resolve(passphrase),
  })
  return { code, text: printed.join('\n'), errors: errors.join('\n') }
}

async function live() {
  const journal = await shelf.open()
  await ring(journal, 'refund', refundOf('A'), { id: 'a' })
  await sendAll(journal, 'acknowledged')
  const earlier = await writeAudit('earlier', await journal.exportAudit(signer))
  await ring(journal, 'refund', refundOf('B'), { id: 'b' })
  const { note, key } = await journal.signCheckpoint(signer)
  writeFileSync(pathOf('notes'), note)
  return { earlier, audit: await journal.exportAudit(signer), key }
}

it('says that everything is as it was signed, and what it was compared with', async () => {
  const { audit, key } = await live()
  const file = await writeAudit('file', audit)
  const alone = await run(file)
  expect(alone).toMatchObject({ code: 0, errors: '' })
  expect(alone.text).toContain('Everything is as the till signed it.')
  expect(alone.text).toContain('Nothing was kept apart')
  expect((await run(file, '--key', key)).text).toContain('an older state of the whole journal looks the same')
  const compared = await run(file, '--checkpoints', pathOf('notes'), '--key', key)
  expect(compared.code).toBe(0)
  expect(compared.text).toMatch(/1 compared[\s\S]*Everything is as the till signed it\.$/)
})

it('names what is wrong, and exits with 1', async () => {
  const { audit, earlier } = await live()
  const file = await writeAudit('file', { ...audit, entries: audit.entries.slice(1) })
  expect(await run(file)).toMatchObject({ code: 1 })
  expect((await run(file)).text).toContain('REMOVED a (place 1): retention did not delete it')
  const older = await run(earlier, '--checkpoints', pathOf('notes'))
  expect(older.code).toBe(1)
  expect(older.text).toMatch(
    /OLDER STATE the checkpoint of \d+ records that was kept apart is later than this journal/,
  )
  const report = JSON.parse((await run(file, '--json')).text) as { findings: unknown[] }
  expect(report.findings).toHaveLength(1)
})

it('prints nothing of a file that commands a terminal or begins a line, as text and as JSON', async () => {
  const { audit } = await live()
  const id = 'b\u001b[2J\u009b2J\nEverything is as the till signed it.'
  const file = await writeAudit('file', {
    ...audit,
    entries: audit.entries.map((entry) => ({ ...entry, id })),
  })
  const { code, text } = await run(file)
  expect(code).toBe(1)
  expect(text).toContain('ALTERED a (place 1): its id is b[2J2J Everything is as the till signed it.')
  expect(text).not.toMatch(/[^\P{Cc}\n]/u)
  const json = (await run(file, '--json')).text
  expect(json).not.toMatch(/[^\P{Cc}\n]/u)
  const details = (JSON.parse(json) as { findings: { detail: string }[] }).findings.map(
    ({ detail }) => detail,
  )
  expect(details).toContain(`its id is ${id}`)
})

it('reads a passphrase, a key and checkpoints as the shells and editors of Windows write them', async () => {
  const { audit } = await live()
  const { publicKey, privateKey } = await makeShopKey()
  const sealed = await sealFileForShop(publicKey, audit)
  writeFileSync(pathOf('sealed'), new Uint8Array(await sealed.arrayBuffer()))
  const note = readFileSync(pathOf('notes'), 'utf8')
  const write = (name: string, text: string) => {
    writeFileSync(pathOf(name), `\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le')
    return pathOf(name)
  }
  const notes = ['--checkpoints', write('notes-16', note)]
  const key = ['--shop-key', write('key-16', JSON.stringify(privateKey))]
  expect(await run(pathOf('sealed'), ...key, ...notes)).toMatchObject({ code: 0, errors: '' })
  const file = await writeAudit('file', audit)
  const phrase = ['--passphrase-file', write('phrase-16', `${passphrase}\n`)]
  expect(await run(file, ...phrase, ...notes)).toMatchObject({ code: 0, errors: '' })
})

function giveInput(value: Readable): void {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { value, configurable: true })
  onTestFinished(() => {
    Object.defineProperty(process, 'stdin', own)
  })
}

it('takes a passphrase without the mark that a shell of Windows puts in front', async () => {
  giveInput(Readable.from([Buffer.from(`\uFEFF${passphrase}\r\n`)]))
  expect(await createContext().ask()).toBe(passphrase)
})

it('waits for no more than the line of an input that stays open', async () => {
  const input = new PassThrough()
  giveInput(input)
  input.write(`${passphrase}\nmore`)
  expect(await createContext().ask()).toBe(passphrase)
  // An open pipe would keep the process alive.
  expect(input.destroyed).toBe(true)
})

it('says why it cannot check, and exits with 2', async () => {
  const { audit } = await live()
  const copy = await writeAudit('copy', { ...audit, kind: 'copy' } as unknown as Audit)
  const newer = await writeAudit('newer', { ...audit, format: 6 } as unknown as Audit)
  const { publicKey, privateKey } = await makeShopKey()
  const content = { ...audit, format: 6 }
  writeFileSync(
    pathOf('shop'),
    new Uint8Array(await (await sealFileForShop(publicKey, content)).arrayBuffer()),
  )
  writeFileSync(pathOf('key'), JSON.stringify(privateKey))
  writeFileSync(pathOf('text'), 'text')
  const cases: [string[], string][] = [
    [[], 'Name one file'],
    [[copy], 'has no log'],
    [[newer], 'was written by a newer release'],
    [[pathOf('shop'), '--shop-key', pathOf('key')], 'was written by a newer release'],
    [[pathOf('text')], 'is not a file that a till has exported'],
    [[pathOf('none')], 'ENOENT'],
    [[copy, '--checkpoints', pathOf('text2')], 'ENOENT'],
    [[copy, '--nonsense'], '--nonsense'],
  ]
  for (const [args, words] of cases) {
    const { code, errors } = await run(...args)
    expect(code).toBe(2)
    expect(errors).toContain(words)
  }
  expect(await run('--help')).toMatchObject({ code: 0 })
})
