import { expect, it } from 'vitest'
import type { ListedEntry, Till } from '../../src/index.js'
import type { ScriptedFault } from '../../src/sandbox/faults.js'
import {
  confirm,
  freshCard,
  giveReason,
  inPanel,
  openAct,
  placeOf,
  prepareDesk,
  readEffects,
  reviewAndConfirm,
  ring,
  sayName,
  untilCalm,
  untilEntry,
  untilSaid,
  write,
} from '../support/desk.js'
import type { Tab } from '../drivers/driver.js'
import { createExpiredFile } from '../support/expired-file.js'
import { press, readText } from '../support/hands.js'
import { refundOf } from '../support/models.js'
import { cutOff, untilStatus } from '../support/page.js'
import { clearFaults, readLedger, setFaults, setOutage } from '../support/sandbox.js'
import { describeEngine } from '../support/stage.js'

declare const counterfoilTill: Till

const desk = prepareDesk()
const passphrase = 'a passphrase of some length'
const pauseNote = 'counterfoil-status >>> [part="note pause"]'
const replayNow = 'counterfoil-status >>> button.replay'

const status = (status: number, rest: object = {}): ScriptedFault => ({ kind: 'status', status, ...rest })
const standing = (fault: ScriptedFault) => setFaults(desk.server.url, [{ ...fault, standing: true }])

async function renewHeaders(token: string): Promise<void> {
  await desk.tab.evaluate(async (token) => {
    await counterfoilTill.setHeaders({ authorization: `Bearer ${token}` })
  }, token)
}

async function readBodies(): Promise<object[]> {
  return (await readEffects(desk.server.url)).map(({ body }) => body)
}

function idOfTransaction(entry: ListedEntry): number {
  const { body } = (entry as { reply?: { body?: unknown } }).reply ?? {}
  return (body as { TransactionID: number }).TransactionID
}

describeEngine('a person at what seldom happens', () => {
  it('refused: sends again what fresh credentials did not help', async () => {
    const { tab, server } = desk
    await standing(status(403))
    const id = await ring(tab, 'refund', refundOf(freshCard(), 25))
    await untilStatus(tab, { pauses: [{ reason: 'unauthorized' }] })
    await renewHeaders('of no help')
    await untilEntry(tab, id, { state: 'parked', reason: 'refused' })
    await untilSaid(tab, placeOf(id, '.reason'), 'The card service does not allow this till to do it.')
    await clearFaults(server.url)
    await openAct(tab, id, 'send-again')
    await sayName(tab)
    await reviewAndConfirm(tab, 'Send it again')
    await untilEntry(tab, id, { state: 'settled' })
    await untilCalm(tab)
    expect(await readBodies()).toHaveLength(1)
  })

  it('reference: names by hand the transaction that a voided refund will never tell', async () => {
    const { tab, server } = desk
    const card = freshCard()
    const known = await ring(tab, 'refund', refundOf(card, 10))
    const TransactionID = idOfTransaction(await untilEntry(tab, known, { state: 'settled' }))
    await setFaults(server.url, [status(422)])
    const lost = await ring(tab, 'refund', refundOf(card, 11))
    await untilEntry(tab, lost, { state: 'parked', reason: 'rejected' })
    const receipt = { Total: 3 }
    const model = { CardCode: card, StoredValueCardReceipt: receipt }
    const update = await ring(tab, 'updateReceipt', model, { transactionOf: lost })
    await openAct(tab, lost, 'void')
    await sayName(tab)
    await confirm(tab, 'Void it')
    await untilEntry(tab, lost, { state: 'voided' })
    await untilEntry(tab, update, { state: 'parked', reason: 'reference' })
    await untilSaid(tab, placeOf(update, '.reason'), 'The original operation never went through.')
    await openAct(tab, update, 'amend')
    await write(tab, inPanel('input[name="field:TransactionID"]'), String(TransactionID))
    await untilSaid(tab, inPanel('.named'), 'Deciding: Ada')
    await giveReason(tab)
    await reviewAndConfirm(tab, 'Send the correction')
    await untilEntry(tab, update, { state: 'voided' })
    await untilCalm(tab)
    await expect.poll(readBodies).toHaveLength(2)
    expect((await readBodies())[1]).toEqual({ ...model, TransactionID })
  })

  it('expired: asks for the code anew, and sends again what needs none', async () => {
    const { tab } = desk
    const refund = crypto.randomUUID()
    const order = crypto.randomUUID()
    const card = freshCard()
    const confirmation = { OrderID: 815, Payments: [{ Value: 12 }] }
    const file = await createExpiredFile(
      [
        { id: refund, kind: 'refund', model: refundOf(card, 25) },
        { id: order, kind: 'confirmOrder', model: confirmation },
      ],
      passphrase,
    )
    const report = await tab.evaluate(
      async (text, passphrase) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        return counterfoilTill.importJournal(new Blob([bytes]), passphrase)
      },
      file,
      passphrase,
    )
    expect(report).toMatchObject({ imported: 2, left: [], clashing: [] })
    for (const id of [refund, order]) await untilEntry(tab, id, { state: 'parked', reason: 'expired' })
    await untilSaid(tab, placeOf(refund, '.reason'), 'Too old to send automatically.')
    expect(await readText(tab, placeOf(refund, 'button[data-act="send-again"]'))).toBeUndefined()
    await openAct(tab, refund, 'amend')
    await untilSaid(tab, inPanel('#panel-effect'), 'The card’s codes were erased')
    await write(tab, inPanel('input[type="password"]'), 'auth-anew')
    await sayName(tab)
    await reviewAndConfirm(tab, 'Send the correction')
    await untilEntry(tab, refund, { state: 'voided' })
    await openAct(tab, order, 'send-again')
    await giveReason(tab)
    await reviewAndConfirm(tab, 'Send it again')
    await untilEntry(tab, order, { state: 'settled' })
    await untilCalm(tab)
    await expect.poll(readBodies).toHaveLength(2)
    const StoredValueCardCodeCollection = [{ StoredValueCardCode: card, AuthorizationCode: 'auth-anew' }]
    const corrected = { ...refundOf(card, 25), StoredValueCardCodeCollection }
    expect(await readBodies()).toEqual(expect.arrayContaining([corrected, confirmation]))
  })

  it('moved: takes one back, and marks the other as applied', async () => {
    const { tab, server } = desk
    await cutOff(tab, server.url)
    const cards = [freshCard(), freshCard()] as const
    const back = await ring(tab, 'refund', refundOf(cards[0], 25))
    const gone = await ring(tab, 'refund', refundOf(cards[1], 26))
    await tab.evaluate(async (passphrase) => {
      const handOver = { by: 'Eva', reason: 'the till is broken', to: 'T9' }
      await counterfoilTill.exportJournal(passphrase, { handOver })
    }, passphrase)
    for (const id of [back, gone]) await untilEntry(tab, id, { state: 'parked', reason: 'moved' })
    await setOutage(server.url, false)
    await untilSaid(tab, placeOf(back, '.reason'), 'It was handed over to another till.')
    await openAct(tab, gone, 'mark-applied')
    await sayName(tab)
    await confirm(tab, 'Yes, it went through')
    await untilEntry(tab, gone, { state: 'settled' })
    await openAct(tab, back, 'take-back')
    await untilSaid(tab, inPanel('#panel-effect'), 'otherwise it is done twice')
    await giveReason(tab)
    await reviewAndConfirm(tab, 'Take it back')
    await press(tab, replayNow)
    const { history } = await untilEntry(tab, back, { state: 'settled' })
    expect(history.map(({ what }) => what)).toEqual(['rung-up', 'handed-over', 'take-back', 'attempt'])
    await untilCalm(tab)
    expect(await readBodies()).toEqual([refundOf(cards[0], 25)])
  })

  it('unreadable: voids what was damaged on the disk, and it is never sent', async () => {
    const { tab, server } = desk
    await cutOff(tab, server.url)
    const card = freshCard()
    const damaged = await ring(tab, 'refund', refundOf(card, 25))
    const sound = await ring(tab, 'refund', refundOf(freshCard(), 26))
    await damageBody(damaged)
    await setOutage(server.url, false)
    await press(tab, replayNow)
    await untilEntry(tab, damaged, { state: 'parked', reason: 'unreadable' })
    await untilEntry(tab, sound, { state: 'settled' })
    await untilSaid(tab, placeOf(damaged, '.reason'), 'Its record cannot be read here.')
    await openAct(tab, damaged, 'void')
    await sayName(tab)
    await confirm(tab, 'Void it')
    await untilEntry(tab, damaged, { state: 'voided', reason: 'unreadable' })
    await untilCalm(tab)
    expect((await readBodies()).map((body) => JSON.stringify(body).includes(card))).toEqual([false])
  })
})

/** What was sealed on the disk is overwritten, past the till. */
async function damageBody(id: string): Promise<void> {
  await desk.tab.evaluate(async (id) => {
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
        request.onerror = () => {
          reject(request.error ?? new Error('the database said no'))
        }
      })
    const database = await settle(indexedDB.open('counterfoil'))
    const bodies = database.transaction('bodies', 'readwrite').objectStore('bodies')
    const { secret: _, ...body } = (await settle(bodies.get(id))) as { secret: unknown }
    await settle(bodies.put({ ...body, kept: new Uint8Array(64) }))
    database.close()
  }, id)
}

declare const seenNotes: string[]

/** Keeps what the status says while the till pauses, however short. */
async function watchNotes(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seenNotes: seen })
    const root = document.querySelector('counterfoil-status')?.shadowRoot
    if (!root) throw new Error('the page shows no status')
    const look = () => {
      seen.push(...Array.from(root.querySelectorAll('[part="note pause"]'), (note) => note.textContent))
    }
    new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true })
  })
}

const readNotes = (tab: Tab) => tab.evaluate(() => seenNotes.join('\n'))

describeEngine('whoever looks at the status', () => {
  it('sees that a sign-in page stands in between, and once it is gone each is delivered once', async () => {
    const { tab, server } = desk
    await standing({ kind: 'captivePortal' })
    const bodies = [25, 26, 27].map((total) => refundOf('9001000000000099', total))
    const ids: string[] = []
    // The next probe ends the pause, and each operation that is rung up asks for one.
    await tab.evaluate(() => counterfoilTill.pause())
    for (const body of bodies) ids.push(await ring(tab, 'refund', body))
    const [struck = '', ...behind] = ids
    await watchNotes(tab)
    await tab.evaluate(() => counterfoilTill.resume())
    // A sign-in page answers the probe as the service would, so that one operation meets it.
    await untilEntry(tab, struck, { state: 'parked', reason: 'unknown' })
    await untilStatus(tab, { counts: { sending: 0, parked: 1 } })
    await expect.poll(() => readNotes(tab)).toContain('You may need to sign in to this Wi-Fi')
    await untilSaid(tab, 'counterfoil-status >>> .waiting', '2 waiting')
    for (const id of behind) await untilEntry(tab, id, { state: 'queued' })
    expect(await readBodies()).toEqual([])
    await clearFaults(server.url)
    await openAct(tab, struck, 'send-again')
    await sayName(tab)
    await reviewAndConfirm(tab, 'Send it again')
    await untilCalm(tab)
    await press(tab, replayNow)
    for (const id of ids) await untilEntry(tab, id, { state: 'settled' })
    await untilSaid(tab, pauseNote, undefined)
    await untilSaid(tab, 'counterfoil-status >>> .waiting', '0 waiting')
    expect(await readBodies()).toEqual(bodies)
  })

  it('sees that the credentials have expired, and once they are renewed it is delivered, uncounted', async () => {
    const { tab, server } = desk
    await renewHeaders('old')
    await standing(status(401))
    const card = freshCard()
    const id = await ring(tab, 'refund', refundOf(card, 25))
    await untilStatus(tab, { pauses: [{ reason: 'unauthorized' }] })
    await untilSaid(tab, pauseNote, 'The card service does not accept this till’s credentials.')
    await untilEntry(tab, id, { state: 'queued' })
    expect(await readAttempts(id)).toBe(0)
    expect(await readBodies()).toEqual([])
    await clearFaults(server.url)
    await renewHeaders('new')
    await untilEntry(tab, id, { state: 'settled' })
    expect(await readAttempts(id)).toBe(1)
    await untilSaid(tab, pauseNote, undefined)
    expect(await readBodies()).toEqual([refundOf(card, 25)])
    const { arrivals } = await readLedger(server.url)
    const tokens = arrivals
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers.authorization)
    expect(tokens[0]).toBe('Bearer old')
    expect(tokens.at(-1)).toBe('Bearer new')
  })
})

/** How many attempts count, as the row on the disk has it. */
async function readAttempts(id: string): Promise<number | undefined> {
  return desk.tab.evaluate(async (id) => {
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
        request.onerror = () => {
          reject(request.error ?? new Error('the database said no'))
        }
      })
    const database = await settle(indexedDB.open('counterfoil'))
    const entries = database.transaction('entries', 'readonly').objectStore('entries')
    const rows = (await settle(entries.getAll())) as { id: string; attempts: number }[]
    database.close()
    return rows.find((row) => row.id === id)?.attempts
  }, id)
}
