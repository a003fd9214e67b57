import { describe, expect, it } from 'vitest'
import { entryToEscpos } from '../../src/escpos.js'
import { dump, interpret, toText, undump } from '../support/escpos.js'
import { slips } from '../support/slips.js'

/** A file's name for a slip. */
function fileOf(name: string): string {
  return name.replaceAll(/[^\w]+/g, '-')
}

describe.each(Object.entries(slips))('the slip of a %s', async (name, { entry, options, columns }) => {
  const bytes = await entryToEscpos(entry, options)

  it('is the bytes on file', async () => {
    await expect(dump(bytes)).toMatchFileSnapshot(`golden/${fileOf(name)}.txt`)
    expect(undump(dump(bytes))).toEqual(bytes)
  })

  it('stands on the paper as the file shows it', async () => {
    await expect(toText(interpret(bytes), columns)).toMatchFileSnapshot(`golden/${fileOf(name)}.paper.txt`)
  })

  it('overflows no line, and ends with a cut', () => {
    const { lines, isCut } = interpret(bytes)
    expect(lines.filter(({ text }) => text.length > columns)).toEqual([])
    expect(lines.length).toBeGreaterThan(8)
    expect(isCut).toBe(true)
  })

  it('has every amount end at the right edge', () => {
    const amounts = interpret(bytes).lines.filter(({ text }) =>
      /^\S.* (\W|\w{3} )?\d[\d.,]*( €)?$/.test(text),
    )
    const money = amounts.filter(({ text }) => /€|¥|KWD/.test(text))
    expect(money.length).toBeGreaterThan(0)
    expect(money.filter(({ text }) => text.length !== columns)).toEqual([])
  })
})
