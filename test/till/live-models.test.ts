import { beforeEach, describe, expect, it } from 'vitest'
import { openNodeTill, standInForPage } from '../support/node-till.js'

/** Nothing is sent there. */
const nowhere = 'http://127.0.0.1:9'
const sale = (amount: number) => ({
  StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
  StoredValueCardReceipt: { Total: amount, Payments: [{ Amount: amount }] },
})
const who = { by: 'Ada', reason: 'a guest of many years' }

beforeEach(standInForPage)

describe('a form that is bound to the model goes on being used while the operation is saved', () => {
  it('what is saved is what was checked: the form is cleared at once', async () => {
    const till = await openNodeTill(nowhere)
    const model = sale(25)
    const saving = till.refund(model)
    model.StoredValueCardCodeCollection = []
    model.StoredValueCardReceipt = { Total: 0, Payments: [{ Amount: 7 }] }
    const { id } = await saving
    expect(await till.entry(id)).toMatchObject({ request: sale(25) })
  })

  it('what is saved past a limit is what the supervisor allowed: the form changes a moment later', async () => {
    const till = await openNodeTill(nowhere, { limits: { perOperation: 10 } })
    const [model, override] = [sale(25), { ...who }]
    const saving = till.refund(model, { override })
    // Later than this call’s own turn: the till is writing.
    await new Promise((resolve) => setTimeout(resolve))
    Object.assign(model, sale(2_500))
    override.by = 'Eve'
    const { id } = await saving
    const entry = await till.entry(id)
    expect(entry).toMatchObject({ request: sale(25) })
    const line = entry?.history.find(({ what }) => what === 'limit-overridden')
    expect(line).toMatchObject({ by: 'Ada', detail: expect.stringContaining('25 against') as string })
  })

  it('a correction is what was checked', async () => {
    let onCheck = (): unknown => undefined
    const receipt = () => {
      onCheck()
      return []
    }
    const till = await openNodeTill(nowhere, { rules: { receipt } })
    const { id } = await till.refund(sale(25))
    const model = sale(20)
    onCheck = () => {
      queueMicrotask(() => {
        model.StoredValueCardCodeCollection = []
      })
    }
    const { id: next } = await till.attention.amend(id, model, who)
    expect(await till.entry(next)).toMatchObject({ request: sale(20) })
  })
})
