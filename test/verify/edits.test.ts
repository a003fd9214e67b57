import { expect, it, onTestFinished } from 'vitest'
import { asFile, check, liveAndExport, signer, tell } from '../support/audits.js'
import { createShelf, ring, sendAll } from '../support/lives.js'
import { fullModels, kinds } from '../support/models.js'
import { createRandom } from '../support/random.js'
import { edits, isAbout, listSpots } from './edits.js'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.EDITS ?? 300)
const editsPerLife = 100

it(`names each of ${count} random edits of an exported journal (SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const names = Object.keys(edits)
  const done = new Map<string, number>()
  let lived = await liveAndExport(random, 120)
  for (let made = 0; made < count;) {
    const name = names[Math.floor(random() * names.length)] ?? ''
    const edited = await edits[name]?.(lived, random)
    if (!edited) continue
    const report = await check(edited.audit, { checkpoints: lived.notes })
    const shown = `edit ${made} of seed ${seed}, ${name}: ${tell(report).join('; ')}`
    expect(edited.isNamed(report.findings), shown).toBe(true)
    done.set(name, (done.get(name) ?? 0) + 1)
    made += 1
    if (made % editsPerLife === 0) lived = await liveAndExport(random, 120)
  }
  expect([...done.keys()].sort()).toEqual(names.sort())
})

it('names the signature of another key, though nothing was kept apart', async () => {
  const lived = await liveAndExport(createRandom(1), 30)
  const other = await liveAndExport(createRandom(2), 30)
  expect(await check(lived.later)).toMatchObject({ findings: [] })
  const { findings } = await check({ ...lived.later, key: other.later.key })
  expect(findings.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('its signature is not of this key'),
  )
})

it('names every field of an entry that is altered, left out or added', async () => {
  const shelf = createShelf()
  onTestFinished(shelf.closeAll)
  const journal = await shelf.open()
  for (const kind of kinds) await ring(journal, kind, fullModels[kind], { id: kind, operator: 'Ada' })
  await sendAll(journal, 'acknowledged')
  await ring(journal, 'refund', fullModels.refund, { id: 'waits' })
  await sendAll(journal, 'rejected')
  const audit = asFile(await journal.exportAudit(signer))
  expect(await check(audit)).toMatchObject({ findings: [], entries: kinds.length + 1 })
  let tried = 0
  for (const [index, { id }] of audit.entries.entries()) {
    const spots = listSpots(audit.entries[index])
    for (const [at, { key }] of spots.entries()) {
      for (const how of ['alter', 'leave out', 'add']) {
        const edited = structuredClone(audit)
        const holder = listSpots(edited.entries[index])[at]?.holder ?? {}
        if (how === 'alter') holder[key] = `${JSON.stringify(holder[key])}!`
        else if (how === 'leave out') Reflect.deleteProperty(holder, key)
        else holder[`${key}!`] = 1
        // A list shows no name that was added to it.
        if (how === 'add' && Array.isArray(holder)) continue
        const { findings } = await check(edited)
        const isNamed = findings.some((finding) => finding.id === id || isAbout(finding, index))
        expect(isNamed, `${how} ${key} of ${id}`).toBe(true)
        tried += 1
      }
    }
  }
  expect(tried).toBeGreaterThan(300)
})
