import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import type { ListedEntry, Models, OperationKind, Till } from '../../src/index.js'
import { createProfile, type Browser, type Tab } from '../drivers/driver.js'
import { engines } from '../drivers/engines.js'
import { focus, press, readText } from './hands.js'
import { untilReady } from './page.js'
import { clearFaults, readLedger, resetSandbox, setOutage, type Ledger } from './sandbox.js'
import { startHost } from './host.js'
import type { Server } from './vite.js'

declare const counterfoilTill: Till

/** Where a supervisor works: the demo's list of what needs a person, in one browser for a whole file. */
export interface Desk {
  readonly server: Server
  readonly tab: Tab
}

const patience = { interval: 150 }

/** One server and one browser for a file; before each test nothing needs a person and nobody is known. */
export function prepareDesk(): Desk {
  const engine = engines[inject('engine')]
  const profile = createProfile()
  let server: Server | undefined
  let browser: Browser | undefined
  let tab: Tab | undefined
  beforeAll(async () => {
    if (inject('isEngineMissing')) return
    server = await startHost()
    browser = await engine.start(profile.path)
    tab = await browser.open(`${server.url}/#attention`)
  })
  beforeEach(async () => {
    if (tab) await clearDesk(tab)
    if (server) await resetSandbox(server.url)
  })
  afterEach(async () => {
    if (!server) return
    await setOutage(server.url, false)
    await clearFaults(server.url)
  })
  afterAll(async () => {
    await browser?.kill()
    await server?.stop()
    profile.remove()
  })
  const have = <Part>(part: Part | undefined): Part => {
    if (!part) throw new Error('the desk has not been set up')
    return part
  }
  return {
    get server() {
      return have(server)
    },
    get tab() {
      return have(tab)
    },
  }
}

/** Whatever a test before left open is voided, and whoever decided there has gone. */
async function clearDesk(tab: Tab): Promise<void> {
  await untilReady(tab)
  await tab.evaluate(async () => {
    sessionStorage.clear()
    for (const state of ['parked', 'queued'] as const)
      for (const { id } of await counterfoilTill.entries({ state }))
        await counterfoilTill.attention.void(id, { by: 'Nobody', reason: 'the next test begins' })
    await counterfoilTill.replay()
  })
}

/** Where an entry stands in the list. */
export const placeOf = (id: string, part = '') =>
  `counterfoil-attention >>> li[data-id="${id}"] ${part}`.trim()

/** The form of whatever a person is about to do. */
export const inPanel = (part = '') => `counterfoil-attention >>> #panel ${part}`.trim()

const confirmPlace = inPanel('button[type="submit"]')

let cardCount = 0

/** A card that no test before has touched. */
export function freshCard(): string {
  cardCount += 1
  return String(7_000_000_000_000_000 + cardCount)
}

/** Rings an operation up and tells its id. */
export async function ring<Kind extends OperationKind>(
  tab: Tab,
  kind: Kind,
  model: Models[Kind],
  extra: { transactionOf?: string } = {},
): Promise<string> {
  return tab.evaluate(
    async (kind, text, extra) => {
      const call = counterfoilTill[kind as 'refund']
      return (await call(JSON.parse(text) as Models['refund'], extra)).id
    },
    kind,
    JSON.stringify(model),
    extra,
  )
}

/** An entry as the till shows it. */
export async function readEntry(tab: Tab, id: string): Promise<ListedEntry | undefined> {
  return tab.evaluate((id) => counterfoilTill.entry(id), id)
}

/** Waits until an entry stands as told, and tells how it stands then. */
export async function untilEntry(tab: Tab, id: string, standing: object): Promise<ListedEntry> {
  await expect.poll(() => readEntry(tab, id), patience).toMatchObject(standing)
  const entry = await readEntry(tab, id)
  if (!entry) throw new Error(`${id} is gone`)
  return entry
}

/** Waits until a place says something, or until it is no longer there. */
export async function untilSaid(tab: Tab, place: string, words: string | RegExp | undefined): Promise<void> {
  const said = expect.poll(() => readText(tab, place), { ...patience, message: `what ${place} says` })
  await (words === undefined ? said.toBeUndefined() : said.toMatch(words))
}

/** Writes into a field, in place of what stands there. */
export async function write(tab: Tab, place: string, text: string): Promise<void> {
  await focus(tab, place)
  const length = await readLength(tab)
  for (let index = 0; index < length; index += 1) await tab.press('ArrowRight')
  for (let index = 0; index < length; index += 1) await tab.press('Backspace')
  await tab.type(text)
}

/** How much stands in the field that has the focus. */
async function readLength(tab: Tab): Promise<number> {
  return tab.evaluate(() => {
    let focused = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    return focused instanceof HTMLInputElement ? focused.value.length : 0
  })
}

/** What has the focus, by its label or its own words, however deep in the shadows it lies. */
export async function readFocus(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    let focused = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    const named = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused
    return named?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''
  })
}

/** Goes on from field to field until one of that name has the focus. */
export async function tabTo(tab: Tab, name: string): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    const focus = await readFocus(tab)
    if (focus === name) return
    seen.push(focus)
    await tab.press('Tab')
  }
  throw new Error(`no way by keyboard to ${name}, only to ${seen.join(', ')}`)
}

/** Opens the form of an act on an entry. */
export async function openAct(tab: Tab, id: string, act: string): Promise<void> {
  await press(tab, placeOf(id, `button[data-act="${act}"]`))
  await untilSaid(tab, inPanel(), /./)
}

/** Says who decides and why, the first time somebody asks. */
export async function sayName(tab: Tab, name = 'Ada'): Promise<void> {
  await write(tab, inPanel('input[name="by"]'), name)
  await giveReason(tab)
}

/** Says why, as every act asks anew. */
export async function giveReason(tab: Tab, reason = 'Checked with Eva'): Promise<void> {
  await write(tab, inPanel('input[name="reason"]'), reason)
}

/** Presses the form's button, which says so much. */
export async function confirm(tab: Tab, words: string): Promise<void> {
  await untilSaid(tab, confirmPlace, words)
  // A second press at once would be taken for one with the first.
  await untilSaid(tab, inPanel('button[type="submit"][aria-disabled="false"]'), words)
  await press(tab, confirmPlace)
}

/** Looks at what will be sent once more, and sends it. */
export async function reviewAndConfirm(tab: Tab, words: string): Promise<void> {
  await confirm(tab, 'Review')
  await untilSaid(tab, inPanel('#panel-title'), 'Is this right?')
  await confirm(tab, words)
}

/** Nothing needs attention any more: the list says so, and so does the status. */
export async function untilCalm(tab: Tab): Promise<void> {
  await untilSaid(tab, 'counterfoil-attention >>> .empty', 'Nothing needs attention.')
  await untilSaid(tab, 'counterfoil-status >>> .parked', '0 need attention')
}

/** The bodies that the service applied, in order. */
export async function readEffects(url: string): Promise<Ledger['effects']> {
  return (await readLedger(url)).effects
}
