import { describe, expect, it } from 'vitest'
import { decideAct, type Act } from '../../src/decide/act.js'
import type { EntryState } from '../../src/domain/entry.js'
import { freshTicket } from '../support/tickets.js'

const now = 10_000_000

describe('what a person may do', () => {
  const act = (tag: Act['tag']): Act => ({
    tag,
    by: 'Ada',
    reason: 'asked',
    successor: { id: 'e2', request: {}, createdAt: now },
  })
  const answerOf = (state: EntryState, tag: Act['tag'], reason?: 'unreadable') => {
    const decision = decideAct(freshTicket, { state, reason }, act(tag), now)
    return 'refused' in decision ? 'refused' : decision.nextState.state
  }
  it.each<[EntryState, string[]]>([
    ['queued', ['refused', 'refused', 'voided', 'voided']],
    ['sending', ['refused', 'refused', 'refused', 'refused']],
    ['settled', ['refused', 'refused', 'refused', 'refused']],
    ['parked', ['queued', 'settled', 'voided', 'voided']],
    ['voided', ['refused', 'refused', 'refused', 'refused']],
  ])('about a %s entry: send again, mark applied, amend, void → %j', (state, outcomes) => {
    expect(
      (['send-again', 'mark-applied', 'amend', 'void'] as const).map((tag) => answerOf(state, tag)),
    ).toEqual(outcomes)
  })

  it('about one that cannot be read: only say what became of it', () => {
    expect(
      (['send-again', 'mark-applied', 'amend', 'void'] as const).map((tag) =>
        answerOf('parked', tag, 'unreadable'),
      ),
    ).toEqual(['refused', 'settled', 'refused', 'voided'])
  })

  it('takes back what waited as waiting, and what has lost its secrets for a person to look at', () => {
    const facts = { state: 'parked', reason: 'moved', movedFrom: { state: 'queued' } } as const
    const back = (isBare: boolean) => decideAct(freshTicket, { ...facts, isBare }, act('take-back'), now)
    expect(back(false)).toMatchObject({ nextState: { state: 'queued' } })
    expect(back(true)).toMatchObject({ nextState: { state: 'parked', reason: 'unknown' } })
  })

  it('is on record with who and why', () => {
    expect(decideAct(freshTicket, { state: 'parked' }, act('void'), now)).toMatchObject({
      line: { at: now, what: 'void', by: 'Ada', reason: 'asked' },
    })
  })
})
