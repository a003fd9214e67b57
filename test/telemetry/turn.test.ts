import { afterEach, expect, it, vi } from 'vitest'
import { takeTurn } from '../../src/telemetry/turn.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a turn that is given up between its grant and its beginning does not begin', () => {
  let hold: (() => Promise<void>) | undefined
  const request = (_name: string, _options: unknown, work: () => Promise<void>) => {
    hold = work
    return Promise.resolve()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const work = vi.fn(() => () => undefined)
  const giveUp = takeTurn('turn', work)
  giveUp()
  expect(hold).toBeDefined()
  void hold?.()
  expect(work).not.toHaveBeenCalled()
})
