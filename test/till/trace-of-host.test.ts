import { beforeAll, describe, expect, it } from 'vitest'
import type { Resolution } from '../../src/decide/resolve.js'
import type { LookedUp } from '../../src/index.js'
import { append, openFreshJournal } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { standInForPage } from '../support/node-till.js'
import { createFakeClock, createFakeTransport, json200, reply } from '../support/replay.js'
import { openTraced, runTraced, statusOf, untilTraced } from '../support/traced.js'

beforeAll(standInForPage)

const who = { by: 'Ada Lovelace', reason: 'seen in the books' }

describe('a trace tells what a function of the host answered:', () => {
  const nothing = undefined as never

  it.each<[string, () => Promise<LookedUp>, string]>([
    ['that it was applied', () => Promise.resolve('applied'), 'applied'],
    ['that it was applied, with its transaction', () => Promise.resolve({ found: 'applied' }), 'applied'],
    ['that it is not there', () => Promise.resolve('absent'), 'absent'],
    ['that it does not know', () => Promise.resolve('unknown'), 'unknown'],
    ['a word that is none', () => Promise.resolve('secret-4750' as never), 'nonsense'],
    ['nothing', () => Promise.resolve(null as never), 'nonsense'],
    ['an error', () => Promise.reject(new RangeError('secret-4751')), 'threw'],
  ])('lookUp, %s', async (_, lookUp, answer) => {
    const { journal } = await openFreshJournal()
    const id = await append(journal, 'refund', refundOf('1'))
    const transport = createFakeTransport(() => ({ tag: 'silence', why: 'network', at: 1 }))
    const facts = await runTraced(() => ({
      journal,
      transport,
      host: { transactionId: () => nothing, lookUp },
    }))
    const asked = facts.filter(({ what }) => what === 'asked')
    expect(asked).toContainEqual({ what: 'asked', where: 'lookUp', id, answer })
    expect(asked.filter((fact) => fact.what === 'asked' && fact.answer !== answer)).toEqual([])
    expect(JSON.stringify(facts)).not.toContain('secret-')
  })

  it('lookUp, none within a minute', async () => {
    const transport = createFakeTransport(() => ({ tag: 'silence', why: 'network', at: 1 }))
    const clock = createFakeClock()
    const lookUp = () => new Promise<never>(() => undefined)
    const running = runTraced(() => ({ clock, transport, host: { transactionId: () => nothing, lookUp } }))
    await expect.poll(() => clock.waits()).toContain(60_000)
    clock.advance(60_000)
    expect(await running).toContainEqual(
      expect.objectContaining({ what: 'asked', where: 'lookUp', answer: 'too-late' }),
    )
  })

  it.each<[string, () => Resolution, string]>([
    ['to accept', () => ({ action: 'accept' }), 'accept'],
    ['to send it again', () => ({ action: 'resend' }), 'resend'],
    ['to amend', () => ({ action: 'amend', model: refundOf('2') }), 'amend'],
    ['to park', () => ({ action: 'park' }), 'park'],
    ['an action that is none', () => ({ action: 'secret-4752' }) as never, 'nonsense'],
    ['nothing', () => nothing, 'nonsense'],
    [
      'an error',
      () => {
        throw new TypeError('secret-4753')
      },
      'threw',
    ],
  ])('onConflict, %s', async (_, onConflict, answer) => {
    const { journal } = await openFreshJournal()
    const id = await append(journal, 'refund', refundOf('1'))
    let sent = 0
    const transport = createFakeTransport(() => ((sent += 1) === 1 ? reply(409, '{}') : json200()))
    const host = { transactionId: () => nothing, onConflict }
    const facts = await runTraced(() => ({ journal, transport, host }))
    expect(facts.filter(({ what }) => what === 'asked')).toEqual([
      { what: 'asked', where: 'onConflict', id, answer },
    ])
    expect(JSON.stringify(facts)).not.toContain('secret-')
  })
})

it('a trace names the successor of an amendment, by the host or by a person', async () => {
  const onConflict = (): Resolution => ({ action: 'amend', model: refundOf('2') })
  const traced = await openTraced([statusOf(409), statusOf(422)], { onConflict })
  const { id } = await traced.till.refund(refundOf('1'))
  await untilTraced(traced, { what: 'decision', nextState: 'parked' })
  const first = await traced.till.entry(id)
  const replacedBy = first && 'replacedBy' in first ? first.replacedBy : ''
  await untilTraced(traced, { what: 'decision', id, nextState: 'voided', replacedBy })
  const second = await traced.till.attention.amend(replacedBy, refundOf('3'), who)
  await untilTraced(traced, {
    what: 'decision',
    id: replacedBy,
    through: 'amend',
    nextState: 'voided',
    replacedBy: second.id,
  })
  expect(traced.of('decision').filter((line) => 'replacedBy' in line && line.replacedBy)).toHaveLength(2)
})
