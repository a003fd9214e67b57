import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

/** The steps of a style sheet by name, without the sizes that a host may set. */
function readSteps(text: string): Record<string, string> {
  const steps = text.matchAll(/--((?:text|space)-[a-z0-9]+): (?:calc\(([\d.]+) \* )?var\(--counterfoil-/g)
  return Object.fromEntries([...steps].map(([, name = '', factor = '1']) => [name, factor]))
}

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(elements|demo)\b.*(\.css|styles?\.ts)$/.test(path))
  .map((path) => join('src', path))

/** What is drawn, printed or read from afar has sizes of its own. */
const ownSizes = ['src/elements/receipt/style.ts', 'src/demo/customer/customer.css']
const drawn = '0.6875rem'

describe('the sizes of text and space', () => {
  it('are the same steps in the elements and in the demo', () => {
    const steps = readSteps(read('src/elements/styles.ts'))
    expect(Object.keys(steps)).toHaveLength(12)
    expect(readSteps(read('src/demo/base.css'))).toEqual(steps)
  })

  it('are used wherever a size of text is set', () => {
    const found = sheets
      .filter((path) => !ownSizes.includes(path))
      .flatMap((path) =>
        [...read(path).matchAll(/font-size: ([\d.]+rem)/g)].map(([, size]) => `${path}: ${size ?? ''}`),
      )
    expect(found.filter((line) => !line.endsWith(drawn))).toEqual([])
  })
})
