import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright'

const sheetWidth = 1_800

/** Lays pictures side by side on one sheet, so that a person can look through them. */
export async function layOut(
  context: BrowserContext,
  names: readonly string[],
  folder: string,
  width: number,
): Promise<Buffer> {
  const columns = Math.max(3, Math.floor(sheetWidth / width))
  const figures = names
    .map((name) => [name, join(folder, `${name}.png`)] as const)
    .filter(([, path]) => existsSync(path))
    .map(([name, path]) => {
      const source = `data:image/png;base64,${readFileSync(path).toString('base64')}`
      return `<figure><img alt="" src="${source}"><figcaption>${name}</figcaption></figure>`
    })
  const page = await context.newPage()
  await page.setViewportSize({ width: sheetWidth, height: 900 })
  await page.setContent(`<style>
    body { margin: 8px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 8px; background: #888 }
    figure { margin: 0; font: 12px sans-serif } img { width: 100% }
  </style>${figures.join('')}`)
  const sheet = await page.screenshot({ fullPage: true })
  await page.close()
  return sheet
}
