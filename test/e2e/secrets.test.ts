import { expect, it } from 'vitest'
import type { Models, Till } from '../../src/index.js'
import { findOnDisk, textToForms } from '../support/disk.js'
import { fullModels, secretsPlanted } from '../support/models.js'
import { cutOff, untilStatus } from '../support/page.js'
import { setOutage } from '../support/sandbox.js'
import { startHost } from '../support/host.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage(() => startHost({ isInFull: true }))

/** No four letters of it stand elsewhere: a database that compresses its rows writes its middle as it is. */
function createToken(length = 14): string {
  const letters = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(letters, (byte) => 'bcdfghjkmnpqrstvwxz'[byte % 19]).join('')
}

/** The demo's shop takes cards of sixteen digits. */
function createCard(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => String(byte % 10)).join('')
}

/** Secrets, a name and a card's code, each in place of the one that the model has. */
const hidden = new Map([
  ...[...secretsPlanted, 'Rossi'].map((text) => [text, createToken()] as const),
  ['9001000000000017', createCard()],
])
const authorization = createToken()
/** An operator's name is kept in clear: where it is found, so would the rest be. */
const operator = createToken()

const models = [...hidden].reduce(
  (text, [known, token]) => text.replaceAll(known, token),
  JSON.stringify(fullModels),
)

/** Up to three letters at either end may be written as a repeat, together with bytes beside them that stood before. */
const middleOf = (token: string) => token.slice(3, -3)

function readDisk(profile: string): { secret: string[]; control: string[] } {
  const tokens = [...hidden.values(), authorization, operator]
  const forms = tokens.map((token) => [token, textToForms(middleOf(token))] as const)
  const found = findOnDisk(profile, Object.fromEntries(forms))
  const { [operator]: control = [], ...secret } = found
  return {
    secret: Object.entries(secret).flatMap(([token, files]) => files.map((file) => `${token} in ${file}`)),
    control,
  }
}

describeEngine('a copy of the disk', () => {
  it('shows no secret, name, card or credential in clear, neither while they wait nor once they are settled', async () => {
    const profile = stage.newProfile({ hasSync: false })
    const first = await stage.start(profile)
    const tab = await stage.openTill(first)
    await cutOff(tab, stage.server.url)
    await tab.evaluate(
      async (text, authorization, operator) => {
        const models = JSON.parse(text) as Models
        await counterfoilTill.setHeaders({ Authorization: `Bearer ${authorization}` })
        await counterfoilTill.associate(models.associate, { operator })
        await counterfoilTill.refund(models.refund)
        await counterfoilTill.migrate(models.migrate)
      },
      models,
      authorization,
      operator,
    )
    await first.close()
    const waiting = readDisk(profile)
    expect(waiting.secret).toEqual([])
    expect(waiting.control).not.toEqual([])

    await setOutage(stage.server.url, false)
    const second = await stage.start(profile)
    const again = await stage.openTill(second)
    await again.evaluate(() => counterfoilTill.replay())
    await untilStatus(again, { counts: { queued: 0, sending: 0, settled: 3 } })
    await second.close()
    const settled = readDisk(profile)
    expect(settled.secret).toEqual([])
    expect(settled.control).not.toEqual([])
  })
})
