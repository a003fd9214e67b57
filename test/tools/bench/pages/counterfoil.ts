import { openTill, type Till } from 'counterfoil'
import { createRefund, type Contender } from './contender.js'

const identity = { shop: 'S01', terminal: 'T1', name: 'bench' }

/** Ours, as a host has it: the built package with its ready-made worker. */
export function createCounterfoil(): Contender {
  let till: Till | undefined
  const opened = () => {
    if (!till) throw new Error('not open')
    return till
  }
  return {
    async open({ service, isKeyed }) {
      till = await openTill({
        ...identity,
        worker: '/counterfoil-sw.js',
        service: { baseUrl: service, concurrency: 6, idempotencyKey: isKeyed },
      })
    },
    rest: () => until(opened(), ({ worker: { state } }) => state !== 'starting'),
    async keep(index) {
      await opened().refund(createRefund(index))
      return undefined
    },
    async deliver() {
      // A worker's run ends after a slice of time; the next goes on.
      do await opened().replay()
      while (await isAnyWaiting(opened()))
    },
    async awaitCount(waiting) {
      await until(
        opened(),
        ({ counts: { queued, sending } }) => (queued ?? NaN) + (sending ?? NaN) === waiting,
      )
      return undefined
    },
    fill: async (from, count) => (await import('./journal.js')).fillJournal(identity, from, count),
    claim: async (count) => (await import('./journal.js')).claimFromJournal(identity.name, count),
  }
}

async function isAnyWaiting(till: Till): Promise<boolean> {
  const [queued, sending] = await Promise.all([
    till.entries({ state: 'queued', limit: 1 }),
    till.entries({ state: 'sending', limit: 1 }),
  ])
  return queued.length + sending.length > 0
}

async function until(till: Till, isSo: (status: Till['status']['value']) => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = till.status.subscribe((status) => {
      if (!isSo(status)) return
      resolve()
      queueMicrotask(() => {
        stop()
      })
    })
  })
}
