import { expect, inject, it } from 'vitest'
import { engines } from '../drivers/engines.js'
import { listStores } from '../drivers/stores.js'
import { startHost } from '../support/host.js'
import { describeEngine, prepareStage } from '../support/stage.js'

const stage = prepareStage(() => startHost({ isInFull: true }))

describeEngine('the databases of a till', () => {
  it('lie in the files of the engine that these tests say they run on', async () => {
    const profile = stage.newProfile()
    const browser = await stage.start(profile)
    expect(browser.engine).toBe(inject('engine'))
    await stage.openTill(browser)
    expect(listStores(profile)).toEqual([engines[inject('engine')].store])
  })
})
