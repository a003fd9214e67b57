// src/sales.ts
import { Dexie, type EntityTable } from 'dexie'
import { OperationVoided, TillClosed, type Receipt } from 'counterfoil'
import { opening } from './till.js'

export interface Sale {
  id: string
  card: string
  receipt: Receipt
  state: 'open' | 'saved' | 'paid' | 'void'
  /** The correction that took this operation's place. */
  replacedBy?: string
}

export const shop = new Dexie('shop') as Dexie & { sales: EntityTable<Sale, 'id'> }
shop.version(1).stores({ sales: 'id, state' })

/** The button calls this. Pressed twice, it finds the sale that is there. */
export async function pay(id: string, card: string, total: number): Promise<void> {
  const till = await opening
  const there = await shop.sales.get(id)
  const receipt = there?.receipt ?? (await till.receipt({ Total: total, Payments: [{ Amount: total }] }))
  const sale = await shop.transaction('rw', shop.sales, async () => {
    const first = await shop.sales.get(id)
    if (first) return first
    const fresh: Sale = { id, card, receipt, state: 'open' }
    await shop.sales.add(fresh)
    return fresh
  })
  await ringUp(sale)
}

async function ringUp({ id, card, receipt, state }: Sale): Promise<void> {
  const till = await opening
  if (state === 'open') {
    const StoredValueCardCodeCollection = [{ StoredValueCardCode: card }]
    await till.refund({ StoredValueCardCodeCollection, StoredValueCardReceipt: receipt }, { id })
    await shop.sales.update(id, (sale) => {
      if (sale.state === 'open') sale.state = 'saved'
    })
  }
  void follow(id, id)
}

/** Waits for the end of a sale's operation, or of the correction in its place. */
async function follow(id: string, entryId: string): Promise<void> {
  const till = await opening
  try {
    await till.settled(entryId)
    await shop.sales.update(id, { state: 'paid' })
  } catch (error) {
    if (error instanceof TillClosed) return
    if (!(error instanceof OperationVoided)) throw error
    const { replacedBy } = error
    if (replacedBy === undefined) {
      await shop.sales.update(id, { state: 'void' })
      return
    }
    await shop.sales.update(id, { replacedBy })
    await follow(id, replacedBy)
  }
}

/** Call it once as the app starts. */
export async function resumeSales(): Promise<void> {
  for (const sale of await shop.sales.where('state').anyOf('open', 'saved').toArray()) await ringUp(sale)
}
