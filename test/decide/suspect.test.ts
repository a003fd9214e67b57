import { describe, expect, it } from 'vitest'
import { noteExistence } from '../../src/decide/existence.js'
import { noteHeard, noteProbe, noteUnheard } from '../../src/decide/note-signs.js'
import { suspect } from '../../src/decide/suspect.js'
import type { Outcome } from '../../src/domain/outcome.js'
import { noSigns } from '../../src/domain/signs.js'

const once = noteUnheard(noSigns, ['refund'], 10)
const twice = noteUnheard(once, ['refund', 'associate'], 20)

describe('suspect', () => {
  it('suspects nothing without a sign', () => {
    expect(suspect(noSigns, false)).toEqual([])
    expect(suspect(noteUnheard(noSigns, [], 10), false)).toEqual([])
  })

  it('suspects a service that was never heard at the first sending that is cut short', () => {
    expect(suspect(once, false)).toEqual([{ likely: 'cors', kinds: ['refund'], since: 10 }])
    expect(suspect(twice, false)).toEqual([{ likely: 'cors', kinds: ['associate', 'refund'], since: 10 }])
  })

  it('suspects one that has taken operations at the second of a kind in a row', () => {
    expect(suspect(once, true)).toEqual([])
    expect(suspect(twice, true)).toEqual([{ likely: 'cors', kinds: ['refund'], since: 10 }])
  })

  it('suspects a kind no longer once it has been heard, and no other for its sake', () => {
    const heard = noteHeard(twice, 'refund', false, 30)
    expect(suspect(heard, false)).toEqual([{ likely: 'cors', kinds: ['associate'], since: 20 }])
    expect(suspect(noteUnheard(heard, ['refund'], 40), true)).toEqual([])
  })

  it('suspects our own policy from the first probe that it stops until one that it lets pass', () => {
    const blocked = noteProbe(noteProbe(once, 'blocked', 20), 'blocked', 30)
    expect(suspect(blocked, true)).toEqual([{ likely: 'csp', since: 20 }])
    expect(suspect(noteHeard(blocked, 'refund', false, 40), true)).toEqual([{ likely: 'csp', since: 20 }])
    expect(suspect(noteProbe(blocked, 'unreachable', 40), false).map(({ likely }) => likely)).toEqual([
      'cors',
    ])
  })

  it('suspects hidden headers from the first reply that lacks one until a reply that has it', () => {
    const veiled = noteHeard(noteHeard(noSigns, 'refund', true, 10), 'associate', true, 20)
    expect(suspect(veiled, true)).toEqual([{ likely: 'hidden-headers', since: 10 }])
    expect(suspect(noteUnheard(veiled, ['refund'], 30), false).map(({ likely }) => likely)).toEqual([
      'cors',
      'hidden-headers',
    ])
    expect(suspect(noteHeard(veiled, 'refund', false, 40), true)).toEqual([])
  })

  const refund = { kind: 'refund', id: 'a' } as const
  const answered = (status: number, body: unknown = '') =>
    ({
      tag: status === 404 ? 'misconfigured' : 'rejected',
      reply: { status, headers: {}, body, at: 1 },
      credentialsAt: 1,
    }) as Outcome

  it('suspects the address from the second operation on, and no more once the endpoint has answered', () => {
    const first = noteExistence(noSigns, refund, answered(404), 10)
    expect(suspect(noteExistence(first, refund, answered(404), 20), true)).toEqual([])
    const second = noteExistence(first, { ...refund, id: 'b' }, answered(404), 30)
    expect(suspect(second, true)).toEqual([{ likely: 'address', kinds: ['refund'], since: 10 }])
    expect(suspect(noteExistence(second, refund, answered(400, {}), 40), true)).toEqual([])
  })

  it('takes a proxy’s own page for no proof of what lies behind it', () => {
    expect(noteExistence(noSigns, refund, answered(400, '<html>Bad Request</html>'), 10)).toEqual(noSigns)
    expect(noteExistence(noSigns, refund, answered(400, {}), 10)).toHaveProperty('proven', { refund: 10 })
  })
})
