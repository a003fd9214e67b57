import { afterEach, describe, expect, it } from 'vitest'
import { mount, partOf, press, textOf, tidyUp, untilShown, write } from '../support/elements.js'
import { parkedOf, pretend } from '../support/pretend.js'

afterEach(tidyUp)

const nameIn = (element: Element) => (partOf(element, '[name=by]') as HTMLInputElement).value

describe('the list of what needs attention', () => {
  it.each([
    ['is taken away', undefined, 'Bob'],
    ['becomes empty', '', 'Bob'],
    ['is taken away after another person has decided', undefined, 'Eva'],
  ])('asks for a name again once the host’s operator %s', async (_, after, decider) => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.operator = 'Bob'
    await press('Void')
    await untilShown(element, 'Deciding: Bob')
    if (decider !== 'Bob') {
      await press('Another person')
      await write('Your name', decider)
    }
    await write('Reason', 'Typo of the morning')
    await press('Void it')
    await expect.poll(() => asked).toEqual([`void ${decider}: Typo of the morning`])
    element.operator = after
    await press('Void')
    expect(nameIn(element)).toBe('')
    expect(textOf(element)).not.toContain('Deciding:')
    expect(textOf(element)).not.toContain('Typo of the morning')
    expect(sessionStorage.getItem('counterfoil-person') ?? '').not.toMatch(/Bob|Eva/)
  })

  it('forgets a name that was typed before the host signed somebody in', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const before = mount('counterfoil-attention', till)
    await press('Void')
    await write('Your name', 'Ada')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked).toEqual(['void Ada: Entered twice'])
    before.remove()
    const during = mount('counterfoil-attention', till)
    during.operator = 'Bob'
    await press('Void')
    await untilShown(during, 'Deciding: Bob')
    during.remove()
    const after = mount('counterfoil-attention', till)
    await press('Void')
    expect(nameIn(after)).toBe('')
  })
})
