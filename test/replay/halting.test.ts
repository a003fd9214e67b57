import { describe, expect, it } from 'vitest'
import type { Lock } from '../../src/ports.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { createDeps } from '../support/deps.js'
import { openFreshJournal } from '../support/journals.js'

describe('a tab that waits in line after a run that failed', () => {
  it('is halted at once', async () => {
    const { journal } = await openFreshJournal()
    let holds = 0
    const lock: Lock = {
      async hold(work) {
        holds += 1
        if (holds > 1) return new Promise(() => undefined)
        await work()
        throw new Error('the disk is gone')
      },
    }
    const deps = createDeps({ journal: { ...journal, isAtRest: () => Promise.resolve(false) } })
    const tab = createReplayer(() => Promise.resolve(deps), lock)
    await expect(tab.wake()).rejects.toThrow('the disk is gone')
    void tab.wake()
    await expect.poll(() => holds).toBe(2)
    await expect(tab.halt()).resolves.toBeUndefined()
  })
})
