import { openTill, type RefundRequest, type Till } from 'counterfoil'
import { createRefund, receiptDraft, type Contender } from './contender.js'

const identity = { shop: 'S01', terminal: 'T1', name: 'bench' }

/** Ours, as a host has it: the built package with its ready-made worker. */
export function createCounterfoil(): Contender {
  let till: Till | undefined
  /** Refunds with the receipts that the till has issued for them. */
  const prepared = new Map<number, RefundRequest>()
  const opened = () => {
    if (!till) throw new Error('not open')
    return till
  }
  return {
    async open({ service, isKeyed, isAlone }) {
      till = await openTill({
        ...identity,
        worker: isAlone ? false : '/counterfoil-sw.js',
        service: { baseUrl: service, concurrency: 6, idempotencyKey: isKeyed },
      })
    },
    rest: () => until(opened(), ({ worker: { state } }) => state !== 'starting'),
    async ready(from, count) {
      const taken: number[] = []
      for (let index = from; index < from + count; index += 1) {
        const startedAt = performance.now()
        const receipt = await opened().receipt(receiptDraft)
        taken.push(performance.now() - startedAt)
        prepared.set(index, { ...createRefund(index), StoredValueCardReceipt: receipt })
      }
      return taken
    },
    async keep(index) {
      await opened().refund(prepared.get(index) ?? createRefund(index))
      prepared.delete(index)
      return undefined
    },
    holdBack: () => opened().pause({ by: 'the bench' }),
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
    settleAll: async () => (await import('./journal.js')).settleJournal(identity.name),
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
