import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { catchOffer, chooseFile, exportFile, importFile, readOffer } from '../support/files.js'
import { click, readText } from '../support/hands.js'
import { fullModelsOfRelease01, kinds } from '../support/models.js'
import { cutOff, readTables, untilStatus } from '../support/page.js'
import { readLedger, seedTransaction, setOutage } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage()
const passphrase = 'seven green bottles'
const who = { by: 'Ada', reason: 'the till is closing' }
const operations = 6

/** Written by a till in Chromium: one operation of each kind, handed over. */
const handedOver = readFileSync('test/samples/handed-over.counterfoil').toString('base64')

/** Rings up on two cards in turn, while the service cannot be reached. */
async function ringUpOffline(tab: Tab): Promise<string[]> {
  await cutOff(tab, stage.server.url)
  const ids = await tab.evaluate(async (operations) => {
    const ids: string[] = []
    for (let index = 0; index < operations; index += 1) {
      const { id } = await counterfoilTill.refund({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: `900100000000000${index % 2}` }],
        StoredValueCardReceipt: { Total: index + 1 },
        Notes: String(index),
      })
      ids.push(id)
    }
    return ids
  }, operations)
  await untilStatus(tab, { counts: { queued: operations } })
  return ids
}

/** How each entry stands, by id, oldest first. */
async function readExposure(tab: Tab): Promise<[id: string, standing: string][]> {
  return tab.evaluate(async () =>
    (await counterfoilTill.entries({ limit: 1_000 }))
      .map((entry): [string, string] => [
        entry.id,
        'reason' in entry ? `${entry.state}: ${entry.reason}` : entry.state,
      ])
      .reverse(),
  )
}

const standAs = (ids: readonly string[], standing: string) => ids.map((id) => [id, standing])

async function readNotes(): Promise<string[]> {
  const { effects } = await readLedger(stage.server.url)
  return effects.map(({ body }) => String(body.Notes))
}

/** All of them once, and those of each card in the order in which they were rung up. */
async function expectAppliedInOrder(): Promise<void> {
  const notes = await readNotes()
  expect([...notes].sort()).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(notes.filter((note) => Number(note) % 2 === 0)).toEqual(['0', '2', '4'])
  expect(notes.filter((note) => Number(note) % 2 === 1)).toEqual(['1', '3', '5'])
}

async function openTwoTills(): Promise<[Tab, Tab]> {
  return [await stage.openTill(), await stage.openTill()]
}

const replay = (tab: Tab) => tab.evaluate(() => counterfoilTill.replay())

const exportCard = '.office > section:has([data-testid=hand-overs])'
const importCard = '.office > section:has(input[type=file])'

async function fill(tab: Tab, path: string, text: string): Promise<void> {
  await click(tab, path)
  await tab.type(text)
}

async function untilTold(tab: Tab, card: string, words: string): Promise<void> {
  await expect.poll(() => readText(tab, `${card} .outcome`)).toContain(words)
}

async function openOffice(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    location.hash = '#office'
  })
}

async function lookIntoFile(tab: Tab, file: string, words: string): Promise<void> {
  await openOffice(tab)
  await chooseFile(tab, `${importCard} input[type=file]`, file)
  await fill(tab, `${importCard} input[type=password]`, words)
  await click(tab, `${importCard} button[type=submit]`)
}

describeEngine('a copy for support', () => {
  it('shows what it holds and sends none of it, while its till goes on', async () => {
    const [till, other] = await openTwoTills()
    const ids = await ringUpOffline(till)
    const file = await exportFile(till, passphrase)
    await lookIntoFile(other, file, passphrase)
    await untilTold(other, importCard, 'Operations in it: 6. Only looked at; nothing has changed here.')
    expect(await importFile(other, file, passphrase)).toMatchObject({ kind: 'copy', ids, imported: 0 })
    await setOutage(stage.server.url, false)
    await replay(other)
    expect(await readExposure(other)).toEqual([])
    // Whatever the other had sent would now be sent a second time.
    await replay(till)
    await untilStatus(till, { counts: { queued: 0, sending: 0, parked: 0, settled: operations } })
    expect(await readExposure(till)).toEqual(standAs(ids, 'settled'))
    await expectAppliedInOrder()
  })
})

describeEngine('what is handed over in the office', () => {
  it('stays here as moved, and the other till sends it, once and in order', async () => {
    const [till, other] = await openTwoTills()
    const ids = await ringUpOffline(till)
    await openOffice(till)
    await catchOffer(till)
    await fill(till, `${exportCard} input[type=password]`, passphrase)
    await click(till, `${exportCard} input[type=checkbox]`)
    await fill(till, `${exportCard} .verdict .field:nth-of-type(1) input`, who.by)
    await fill(till, `${exportCard} .verdict .field:nth-of-type(2) input`, who.reason)
    await click(till, `${exportCard} button[type=submit]`)
    await untilStatus(till, { counts: { queued: 0, parked: operations } })
    await expect.poll(() => till.evaluate(() => 'offeredName' in globalThis)).toBe(true)
    const { name, file } = await readOffer(till)
    expect(name).toMatch(/^till-.*\.counterfoil$/)
    expect(await readExposure(till)).toEqual(standAs(ids, 'parked: moved'))

    await till.evaluate(() => {
      Reflect.deleteProperty(globalThis, 'offeredName')
    })
    await click(till, `${exportCard} .hand-over form:nth-of-type(1) button`)
    await expect.poll(() => till.evaluate(() => 'offeredName' in globalThis)).toBe(true)
    expect((await readOffer(till)).file).toBe(file)

    const before = await readTables(other)
    await lookIntoFile(other, file, 'seven green bottle')
    await untilTold(other, importCard, 'The passphrase is wrong')
    expect(await readTables(other)).toEqual(before)
    expect(before.entries).toEqual([])

    await setOutage(stage.server.url, false)
    await replay(till)
    expect(await readNotes()).toEqual([])
    await fill(other, `${importCard} input[type=password]`, 's')
    await click(other, `${importCard} button[type=submit]`)
    await untilTold(other, importCard, 'Now on this till: 6.')
    // How long it waits by itself is drawn by lot.
    await replay(other)
    await untilStatus(other, { counts: { queued: 0, sending: 0, parked: 0, settled: operations } })
    expect(await readExposure(other)).toEqual(standAs(ids, 'settled'))
    await expectAppliedInOrder()

    const settled = await readTables(other)
    expect(await importFile(other, file, passphrase)).toMatchObject({ imported: 0, clashing: [] })
    await replay(other)
    expect(await readTables(other)).toEqual(settled)
    expect(await readNotes()).toHaveLength(operations)
    expect(await readExposure(till)).toEqual(standAs(ids, 'parked: moved'))

    const confirm = `${exportCard} .hand-over form:nth-of-type(2)`
    await fill(till, `${confirm} .field:nth-of-type(1) input`, who.by)
    await fill(till, `${confirm} .field:nth-of-type(2) input`, 'the other till has it')
    await click(till, `${confirm} button`)
    const shown = () => till.evaluate(() => document.querySelectorAll('.hand-over').length)
    await expect.poll(shown).toBe(0)
    expect(await till.evaluate(() => counterfoilTill.handOvers())).toMatchObject([
      { moved: operations, acknowledged: { reason: 'the other till has it' } },
    ])
  })
})

describeEngine('the copy of a till that died', () => {
  it('comes in as not known, on record, and nothing of it goes by itself', async () => {
    const dead = await stage.start()
    const till = await stage.openTill(dead)
    const ids = await ringUpOffline(till)
    const file = await exportFile(till, passphrase)
    await dead.kill()
    await setOutage(stage.server.url, false)

    const other = await stage.openTill()
    const takeOver = { by: 'Ugo', reason: 'the tablet fell into the canal' }
    expect(await importFile(other, file, passphrase, { takeOver })).toMatchObject({ imported: operations })
    await replay(other)
    expect(await readExposure(other)).toEqual(standAs(ids, 'parked: unknown'))
    expect(await readNotes()).toEqual([])
    const lines = await other.evaluate(
      async (ids) => Promise.all(ids.map(async (id) => (await counterfoilTill.entry(id))?.history.at(-1))),
      ids,
    )
    for (const line of lines) expect(line).toMatchObject({ what: 'imported', ...takeOver })
    expect(await importFile(other, file, passphrase, { takeOver })).toMatchObject({ imported: 0 })
    // What the verification does not cover is named beside its verdict.
    expect(await other.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({
      isIntact: true,
      entries: operations,
    })
  })
})

describeEngine('a file that another browser wrote', () => {
  it('opens here, to the letter, and goes from here', async () => {
    await seedTransaction(stage.server.url)
    const tab = await stage.openTill()
    await cutOff(tab, stage.server.url)
    const refused = { code: 'transfer-refused' }
    expect(await importFile(tab, handedOver, 'seven green bottle')).toMatchObject(refused)
    expect((await readTables(tab)).entries).toEqual([])
    expect(await importFile(tab, handedOver, passphrase)).toMatchObject({ kind: 'hand-over', imported: 5 })
    const requests = await tab.evaluate(async () =>
      (await counterfoilTill.entries()).map(({ kind, request }) => [kind, request]),
    )
    expect(Object.fromEntries(requests)).toEqual(fullModelsOfRelease01)
    await setOutage(stage.server.url, false)
    await replay(tab)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, parked: 0, settled: 5 } })
    const { effects } = await readLedger(stage.server.url)
    expect(
      effects
        .slice(1)
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual([...kinds].sort())
  })
})
