import { describe, expect, it, vi } from 'vitest'
import type { HostBalance } from '../../src/index.js'
import { kept, mount, part, prepareCounter, refund, said, type } from '../support/counter.js'
import { openTestTill } from '../support/elements.js'
import { control } from '../support/service.js'
import { readSandboxBalance } from '../../src/demo/balance.js'

prepareCounter()

const card = '9001000000000042'
const told = (words: string | RegExp) =>
  vi.waitFor(() => {
    expect(said('balance')).toMatch(words)
  })

describe('the balance of the card that is typed', () => {
  it('stands beside the form, with what waits on this till', async () => {
    await control('outage', 'POST', { on: true })
    const balance = vi.fn<(code: string) => Promise<HostBalance>>(() => Promise.resolve({ amount: 40 }))
    mount(await openTestTill({ balance }))
    await refund(card)
    await kept()
    expect(said('balance')).toBe('')
    // A busy machine may have asked while the refund was being entered.
    balance.mockClear()
    part('#refund-card').focus()
    // However slowly a busy machine types, to the page it is one go.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await type(card)
    expect(balance).not.toHaveBeenCalled()
    vi.advanceTimersByTime(400)
    vi.useRealTimers()
    await told(/^Balance: €40\.00\. Provisional: -€12\.50 waits on this card\.$/)
    expect(balance.mock.calls).toEqual([[card]])
    await type('{Backspace}')
    await told(/^Balance|^$/)
  })

  it('is not shown for a card that is no longer in the form, however late the answer comes', async () => {
    const answers: ((found: HostBalance) => void)[] = []
    const balance = () => new Promise<HostBalance>((resolve) => answers.push(resolve))
    mount(
      await openTestTill({ balance, rules: { cardCode: { pattern: /\d+/, lengthMin: 16, lengthMax: 16 } } }),
    )
    part('#refund-card').focus()
    await type(card)
    await vi.waitFor(() => {
      expect(answers).toHaveLength(1)
    })
    await type('{Backspace}9')
    await vi.waitFor(() => {
      expect(answers).toHaveLength(2)
    })
    answers[1]?.({ amount: 7 })
    await told('Balance: €7.00.')
    answers[0]?.({ amount: 99 })
    await type('{Tab}')
    expect(said('balance')).toBe('Balance: €7.00.')
  })

  it('that cannot be read is said to be so, and nothing is held up', async () => {
    mount(await openTestTill({ balance: () => Promise.reject(new Error('no line')) }))
    part('#refund-card').focus()
    await type(card)
    await told('The balance cannot be read now.')
    await refund(card)
    await kept()
  })

  it('in the demo is what its card service has put on the card', async () => {
    const till = await openTestTill()
    mount(till)
    await refund(card)
    await kept()
    await till.replay()
    await vi.waitFor(async () => {
      expect(await readSandboxBalance(card)).toEqual({ amount: 12.5 })
    })
    expect(await readSandboxBalance('9001000000000059')).toEqual({ amount: 0 })
  })
})
