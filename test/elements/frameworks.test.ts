import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const guide = readFileSync('docs/elements-in-your-framework.md', 'utf8')
const apps = readdirSync('test/apps', { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => flatten(readFileSync(join(file.parentPath, file.name), 'utf8')))

/** However far it is indented. */
function flatten(text: string): string {
  return text.replace(/^[ \t]+/gm, '').trim()
}

describe('the guide to the frameworks', () => {
  it('shows only code that the tested apps have', () => {
    const blocks = [...guide.matchAll(/```\w+\n(.*?)```/gs)].map(([, code = '']) => flatten(code))
    expect(blocks.length).toBeGreaterThan(8)
    expect(blocks.filter((block) => !apps.some((app) => app.includes(block)))).toEqual([])
  })

  it('names every event that a page can hear', () => {
    const declared = readFileSync('src/elements.ts', 'utf8').match(/'counterfoil-\w+': CustomEvent/g) ?? []
    expect(declared.length).toBeGreaterThan(3)
    const names = declared.map((line) => line.split("'")[1] ?? '')
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })
})
