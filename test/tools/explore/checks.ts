import type { Page } from 'playwright'
import { lookAround, readAloud, type Sight } from './look.js'
import type { Tale } from './tale.js'

/** What a page says late is no lie: it has so long to catch up with the journal. */
const catchUpMs = 10_000

/** What is wrong with what a page shows, beside the journal as it lies on disk. */
export function findLies({ isCalledSafe, isGreen, hasLosses, isRunning, shown, kept }: Sight): string[] {
  if (!kept) return []
  const { waiting, parked } = kept
  const lies: string[] = []
  if (isCalledSafe && waiting + parked > 0)
    lies.push(`the office says that everything has arrived: ${waiting} wait, ${parked} are parked`)
  if (isGreen && parked > 0) lies.push(`the status is green: ${parked} are parked`)
  if (isGreen && hasLosses) lies.push('the status is green, and the browser has lost something')
  // While a run is on, its turns are ahead of what is shown.
  if (isRunning) return lies
  if (!isShown(shown.waiting, waiting))
    lies.push(`the status shows ${shown.waiting} waiting: there are ${waiting}`)
  if (!isShown(shown.parked, parked))
    lies.push(`the status shows ${shown.parked} parked: there are ${parked}`)
  if (!isShown(shown.badge, parked)) lies.push(`the head shows ${shown.badge} parked: there are ${parked}`)
  return lies
}

function isShown(shown: string | undefined, count: number): boolean {
  if (shown === undefined) return true
  return shown.endsWith('+') ? count > Number(shown.slice(0, -1)) : shown === String(count)
}

/** How many entries each database was seen to have. */
export type Memory = Map<string, number>

/** What is saved stays, whatever is killed: no journal is forgotten within days. */
async function checkMemory({ till, kept }: Sight, memory: Memory, tale: Tale): Promise<void> {
  if (till === undefined || !kept) return
  const before = memory.get(till) ?? 0
  if (kept.all < before) await tale.find(`there were ${before} entries in ${till}: there are ${kept.all}`)
  memory.set(till, Math.max(before, kept.all))
}

/** Looks until the page tells the truth, or has had the time for it. */
export async function checkTruth(page: Page, tale: Tale, memory: Memory): Promise<void> {
  const until = performance.now() + catchUpMs
  let lies: string[]
  do {
    const sight = await page.evaluate(lookAround)
    await checkMemory(sight, memory, tale)
    lies = findLies(sight)
    if (lies.length === 0) return
    await page.waitForTimeout(100)
  } while (performance.now() < until)
  for (const lie of lies) await tale.find(lie, page)
}

/** Nothing that was typed as a secret is said by the page. */
export async function checkSecrets(page: Page, secrets: ReadonlySet<string>, tale: Tale): Promise<void> {
  const said = await page.evaluate(readAloud)
  for (const secret of secrets)
    if (said.includes(secret)) await tale.find(`the page says the secret ${secret}`, page)
}

const byNetwork =
  /^Failed to load resource: (net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|FAILED|NETWORK_CHANGED)|the server responded with a status of (400|401|404|409|412|422|429|500|503) )/

/** Whether it is a line that the browser itself writes about a request that came to nothing. */
export function isByNetwork(text: string): boolean {
  return byNetwork.test(text)
}
