import { openTill, type CopyOptions } from '../../../src/index.js'

/** What the test asks of this page, after the hash of its address. */
interface Asked {
  baseUrl: string
  copies: CopyOptions
}

const { baseUrl, copies } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Asked
const till = await openTill({ shop: 'S01', terminal: 'T9', worker: false, service: { baseUrl }, copies })
Object.assign(globalThis, { counterfoilTill: till })
