import type { Chain, Happening } from './chain.js'
import { answerOrdinarily } from './chain.js'
import { type ChainTill, soundStorage, usualRelease } from './chain-till.js'

/** Something that goes wrong in a chain, and the alarm that must tell. */
export interface Incident {
  name: string
  title: string
  alarm: string
  /** How many minutes before it counts as an incident it is prepared. */
  preparedMinutes?: number
  begin: (chain: Chain) => void
  end: (chain: Chain) => void
}

const isOneIn = (count: number) => (_: ChainTill, index: number) => index % count === 0

/** The tills of the first so many shops. */
function tillsOf({ tills }: Chain, shops: number): ChainTill[] {
  const names = [...new Set(tills.map(({ shop }) => shop))].slice(0, shops)
  return tills.filter(({ shop }) => names.includes(shop))
}

const countShops = ({ tills }: Chain) => new Set(tills.map(({ shop }) => shop)).size

function answerAsEver(chain: Chain): void {
  chain.answer = () => answerOrdinarily(chain.random)
}

function load(till: ChainTill, release: string): void {
  till.close({ isTold: true })
  till.release = release
  till.open()
}

function raiseLines({ tills }: Chain): void {
  for (const till of tills) till.line = 'up'
}

function mendStorage({ tills }: Chain): void {
  for (const till of tills) till.storage = soundStorage
}

/** The twelve incidents that the pack is proven by. */
export const incidents: readonly Incident[] = [
  {
    name: 'service-down',
    title: 'The card service is down: no answer at all',
    alarm: 'ServiceDown',
    begin(chain) {
      chain.answer = () => ({ status: 0, delayMs: 50 })
    },
    end: answerAsEver,
  },
  {
    name: 'service-slow',
    title: 'The card service takes 8 to 20 seconds for each answer',
    alarm: 'ServiceSlow',
    begin(chain) {
      chain.answer = () => ({ status: 200, delayMs: 8_000 + chain.random() * 12_000 })
    },
    end: answerAsEver,
  },
  {
    name: 'shops-cut',
    title: 'The lines of half the shops fail, telemetry included',
    alarm: 'ShopsSilent',
    begin(chain) {
      for (const till of tillsOf(chain, Math.ceil(countShops(chain) / 2))) till.line = 'cut'
    },
    end: raiseLines,
  },
  {
    name: 'bad-credentials',
    title: 'The card service answers 401 to every till',
    alarm: 'CredentialsRefused',
    begin(chain) {
      chain.answer = () => ({ status: 401, delayMs: 60 })
    },
    end: answerAsEver,
  },
  {
    name: 'schema-change',
    title: 'A new release of the service answers 422 to six operations in ten',
    alarm: 'OperationsRefused',
    begin(chain) {
      chain.answer = () =>
        chain.random() < 0.6 ? { status: 422, delayMs: 60 } : answerOrdinarily(chain.random)
    },
    end: answerAsEver,
  },
  {
    name: 'clock-wrong',
    title: 'The clocks of one shop are set back by an hour',
    alarm: 'ClockWrong',
    begin(chain) {
      for (const till of tillsOf(chain, 1)) till.clockAheadMs = -3_600_000
    },
    end({ tills }) {
      for (const till of tills) till.clockAheadMs = 0
    },
  },
  {
    name: 'storage-low',
    title: 'The disk of one till is full',
    alarm: 'StorageLow',
    begin(chain) {
      for (const till of chain.tills.slice(0, 1))
        till.storage = { ...till.storage, state: 'low', usageBytes: 196_000_000, quotaBytes: 200_000_000 }
    },
    end: mendStorage,
  },
  {
    name: 'database-replaced',
    title: 'The browser of one till has lost its database',
    alarm: 'DatabaseReplaced',
    begin(chain) {
      const seen = new Date(0)
      for (const till of chain.tills.slice(0, 1))
        till.storage = {
          ...till.storage,
          state: 'replaced',
          losses: [{ how: 'replaced', recognisedAt: seen, knownUntil: seen, missing: 3 }],
        }
    },
    end: mendStorage,
  },
  {
    name: 'release-parks',
    title: 'One till in ten loads a release of which the service refuses every second operation',
    alarm: 'ReleaseParks',
    begin(chain) {
      const release = '2.4.0'
      for (const till of chain.tills.filter(isOneIn(10))) load(till, release)
      chain.answer = (till) =>
        till.release === release && chain.random() < 0.5
          ? { status: 422, delayMs: 60 }
          : answerOrdinarily(chain.random)
    },
    end(chain) {
      answerAsEver(chain)
      for (const till of chain.tills.filter(isOneIn(10))) load(till, usualRelease)
    },
  },
  {
    name: 'hand-over-stuck',
    title: 'The file of a hand-over has not arrived after the 15 minutes that it may take',
    alarm: 'HandOverStuck',
    preparedMinutes: 15,
    begin({ tills, world }) {
      for (const till of tills.slice(0, 1)) till.handedOverSince = world.now()
    },
    end({ tills }) {
      for (const till of tills) till.handedOverSince = undefined
    },
  },
  {
    name: 'till-stolen',
    title: 'A till is unplugged and carried away while its shop is open',
    alarm: 'TillSilent',
    begin({ tills }) {
      for (const till of tills.slice(0, 1)) till.close({ isTold: false })
    },
    end({ tills }) {
      for (const till of tills.slice(0, 1)) till.open()
    },
  },
  {
    name: 'captive-portal',
    title: 'A Wi-Fi sign-in page answers in the card service’s place in one shop; telemetry passes it',
    alarm: 'CaptivePortal',
    begin(chain) {
      for (const till of tillsOf(chain, 1)) till.line = 'portal'
    },
    end: raiseLines,
  },
]

/** So long all is quiet before an incident begins, and so long it is watched after. */
export const leadMinutes = 20
export const watchMinutes = 8

/** What the incident does, as something that happens to the chain. */
export function incidentToHappening({ begin, preparedMinutes = 0 }: Incident): Happening {
  return { atMinutes: leadMinutes - preparedMinutes, happen: begin }
}
