import type { Receipt } from '../../domain/models.js'
import { Refusal } from '../answer.js'
import type { Call, HandlerReply, Handlers } from '../service.js'
import { changeCard, lockCard, makeCard, versionOf, writeLedger, type Card } from './tables.js'

/** What the five operations do to the tables. Start from here: these are the rules of a shop, and yours may differ. */
export const exampleHandlers: Handlers = { associate, refund, migrate, updateReceipt, confirmOrder }

async function associate(call: Call<'associate'>): Promise<HandlerReply> {
  const { transaction, body, key } = call
  const { Card: code = '', Shop = null, Terminal = null, Notes } = body
  const isNew = await makeCard(transaction, code)
  const card = await lockCard(transaction, code)
  call.checkConditions(isNew ? undefined : versionOf(card))
  await transaction.query('update cards set shop = $2, terminal = $3 where code = $1', [code, Shop, Terminal])
  const changed = await changeCard(transaction, card, 0)
  const id = await writeLedger(transaction, { operation: 'associate', card: code, key, notes: Notes })
  return cardReply(id, changed)
}

async function refund(call: Call<'refund'>): Promise<HandlerReply> {
  const { transaction, body, key } = call
  const receipt = body.StoredValueCardReceipt ?? {}
  const [code = '', ...more] = (body.StoredValueCardCodeCollection ?? []).map(
    (item) => item.StoredValueCardCode ?? '',
  )
  if (more.length > 0)
    throw new Refusal(400, { title: 'This service refunds one card at a time', detail: 'Send one per card.' })
  const cents = toCents(totalOf(receipt))
  const card = await lockCard(transaction, code)
  call.checkConditions(versionOf(card))
  const changed = await changeCard(transaction, card, cents)
  const line = { operation: 'refund', card: code, cents, key, notes: body.Notes, receipt }
  return cardReply(await writeLedger(transaction, line), changed)
}

async function migrate(call: Call<'migrate'>): Promise<HandlerReply> {
  const { transaction, body, key } = call
  const { OldCardCode = '', StoredValueCardCode = '', StoredValueCardReceipt: receipt, Notes } = body
  await makeCard(transaction, StoredValueCardCode)
  const old = await lockCard(transaction, OldCardCode)
  const fresh = await lockCard(transaction, StoredValueCardCode)
  call.checkConditions(versionOf(old))
  await changeCard(transaction, old, -old.cents)
  await transaction.query('update cards set migrated_to = $2 where code = $1', [
    OldCardCode,
    StoredValueCardCode,
  ])
  const changed = await changeCard(transaction, fresh, old.cents)
  const line = {
    operation: 'migrate',
    card: StoredValueCardCode,
    cents: old.cents,
    key,
    notes: Notes,
    receipt,
  }
  return cardReply(await writeLedger(transaction, line), changed)
}

async function updateReceipt(call: Call<'updateReceipt'>): Promise<HandlerReply> {
  const { transaction, body, key } = call
  const { CardCode = '', TransactionID = 0, StoredValueCardReceipt: receipt = {} } = body
  const card = await lockCard(transaction, CardCode)
  call.checkConditions(versionOf(card))
  const found = await transaction.query(
    'update ledger set receipt = $3 where id = $1 and card = $2 returning id',
    [TransactionID, CardCode, JSON.stringify(receipt)],
  )
  if (found.length === 0) throw new Refusal(404, { title: 'The card has no such transaction' })
  const changed = await changeCard(transaction, card, 0)
  const line = { operation: 'updateReceipt', card: CardCode, key, notes: receipt.UserData, receipt }
  await writeLedger(transaction, line)
  return cardReply(TransactionID, changed)
}

/** An order has no 409 on its contract: what is confirmed already is refused with 400. */
async function confirmOrder({ transaction, body, key }: Call<'confirmOrder'>): Promise<HandlerReply> {
  const order = body.OrderID === undefined ? `external:${body.ExternalOrderID ?? ''}` : String(body.OrderID)
  const made = await transaction.query(
    'insert into orders (id, body) values ($1, $2) on conflict (id) do nothing returning id',
    [order, JSON.stringify(body)],
  )
  if (made.length === 0) throw new Refusal(400, { title: 'The order was confirmed before' })
  const id = await writeLedger(transaction, { operation: 'confirmOrder', key, notes: body.ExternalOrderID })
  await transaction.query('update orders set ledger_id = $2 where id = $1', [order, id])
  return { body: { TransactionID: id, OrderID: body.OrderID ?? null } }
}

function cardReply(id: number, card: Card): HandlerReply {
  return { body: { TransactionID: id, Balance: card.cents / 100 }, version: versionOf(card) }
}

function totalOf({ Total, Payments = [] }: Receipt): number {
  return Total ?? Payments.reduce((sum, { Amount = 0 }) => sum + toCents(Amount) / 100, 0)
}

/** Money is counted in whole cents. */
function toCents(amount: number): number {
  const cents = Math.round(amount * 100)
  if (Number(amount.toFixed(2)) !== amount && Math.abs(amount * 100 - cents) > 1e-6)
    throw new Refusal(400, { title: 'An amount has more than two decimals' })
  return cents
}
