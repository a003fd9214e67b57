import { openTill, type CopyOptions } from '../../../src/index.js'

/** What the test asks of this page, after the hash of its address. */
interface Asked {
  baseUrl: string
  copies: CopyOptions
}

const faster = 10

/** A minute passes between two copies: the page's clock runs ten times as fast as others. */
function quicken(): void {
  const begin = Date.now()
  const readClock = Date.now
  const wait = globalThis.setTimeout
  Date.now = () => begin + (readClock() - begin) * faster
  globalThis.setTimeout = ((run: () => void, delayMs = 0) => wait(run, delayMs / faster)) as typeof setTimeout
}

const { baseUrl, copies } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Asked
quicken()
const till = await openTill({ shop: 'S01', terminal: 'T9', worker: false, service: { baseUrl }, copies })
Object.assign(globalThis, { counterfoilTill: till })
