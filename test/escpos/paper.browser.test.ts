import { describe, expect, it } from 'vitest'
import { entryToEscpos } from '../../src/escpos.js'
import { interpret, toPicture } from '../support/escpos.js'
import { slips } from '../support/slips.js'

/** The picture's darkness by pixel: 1 is ink. */
async function draw(
  svg: string,
): Promise<{ width: number; height: number; ink: (x: number, y: number) => boolean }> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const { width, height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('there is no canvas')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, ink: (x, y) => (data[4 * (y * width + x)] ?? 255) < 128 }
}

const cell = 12

describe.each(Object.entries(slips))('the picture of a %s', (_, { entry, options, columns }) => {
  it('has its rules from edge to edge, its total in ink at the right edge, and white margins', async () => {
    const printed = interpret(await entryToEscpos(entry, options))
    const { width, height, ink } = await draw(toPicture(printed, columns))
    expect(width).toBe(columns * cell)
    let top = 30
    for (const { text, isBold, height: tall, code } of printed.lines) {
      const bottom = top + (code === undefined ? 30 * tall : 144)
      const isInked = (from: number, to: number) => {
        for (let y = top; y < bottom; y += 1) for (let x = from; x < to; x += 1) if (ink(x, y)) return true
        return false
      }
      const isWritten = text.trim() !== '' || code !== undefined
      expect(isInked(0, width)).toBe(isWritten)
      if (/^-+$/.test(text)) expect([isInked(0, cell), isInked(width - cell, width)]).toEqual([true, true])
      if (isBold && tall === 2) expect([isInked(0, cell), isInked(width - cell, width)]).toEqual([true, true])
      top = bottom
    }
    expect(top).toBeLessThan(height)
  })
})
