import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { untilStatus } from '../support/page.js'
import { startHost } from '../support/host.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage(() => startHost({ isInFull: true }))
const passphrase = 'seven green bottles'

async function ringUp(tab: Tab, total: number): Promise<void> {
  await tab.evaluate(async (total) => {
    await counterfoilTill.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
      StoredValueCardReceipt: { Total: total },
    })
  }, total)
}

const sign = (tab: Tab) => tab.evaluate(() => counterfoilTill.checkpoint())

async function exportAudit(tab: Tab): Promise<Buffer> {
  const text = await tab.evaluate(async (passphrase) => {
    const file = await counterfoilTill.exportJournal(passphrase, { audit: true })
    const bytes = new Uint8Array(await file.arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }, passphrase)
  return Buffer.from(text, 'base64')
}

/** Runs the built command as a person would. */
function verify(file: Buffer, notes: string, key: string): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'))
  try {
    const [path, kept] = [join(folder, 'journal.counterfoil'), join(folder, 'checkpoints.txt')]
    writeFileSync(path, file)
    writeFileSync(kept, notes)
    const words = ['dist/lib/counterfoil-verify.js', path, '--checkpoints', kept, '--key', key]
    return spawnSync(process.execPath, words, { input: `${passphrase}\n`, encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describeEngine('checkpoints', () => {
  it('are signed by this browser, under a key that outlives it, and checked by the built command', async () => {
    const profile = stage.newProfile()
    const before = await stage.start(profile)
    const first = await stage.openTill(before)
    await ringUp(first, 5)
    await untilStatus(first, { counts: { settled: 1 } })
    const early = await sign(first)
    const earlier = await exportAudit(first)
    await before.close()

    const second = await stage.openTill(await stage.start(profile))
    await ringUp(second, 7)
    await untilStatus(second, { counts: { settled: 2 } })
    const late = await sign(second)
    expect(late.key).toBe(early.key)
    const notes = early.note + late.note
    const sound = verify(await exportAudit(second), notes, early.key)
    expect(sound.stdout).toContain('2 compared')
    expect(sound.stdout).toContain('Everything is as the till signed it.')
    expect(sound.status).toBe(0)

    const older = verify(earlier, notes, early.key)
    expect(older.stdout).toContain('OLDER STATE')
    expect(older.status).toBe(1)
  })
})
