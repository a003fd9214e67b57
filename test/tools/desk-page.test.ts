import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { composePage } from './desk-page.js'

const template = `<meta content="POLICY" />
<style>
STYLE
</style>
<script>
SCRIPT
</script>
`
const parts = { template, style: 'p { color: red }', script: 'go("$&")', licenses: 'MIT -- free' }
const hash = (text: string) => createHash('sha256').update(text).digest('base64')

describe('a page in one file', () => {
  it('holds its parts as they are, and lets no others run', () => {
    const page = composePage(parts)
    expect(page).toContain('<script>go("$&")</script>')
    expect(page).toContain('<style>p { color: red }</style>')
    expect(page).toContain(`default-src 'none'; script-src 'sha256-${hash(parts.script)}'`)
    expect(page).toContain(`style-src 'sha256-${hash(parts.style)}'`)
  })

  it('holds the licences of what is built into it, in a comment that they do not end', () => {
    expect(composePage(parts)).toMatch(/<!--\nMIT - - free\n-->\n$/)
  })

  it('is not made of code that would cut it', () => {
    expect(() => composePage({ ...parts, script: 'go("</script>")' })).toThrow('cut at </script')
    expect(() => composePage({ ...parts, script: 'go("<!--")' })).toThrow('cut at <!--')
  })
})
