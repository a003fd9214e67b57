import { describe, expect, it } from 'vitest'
import { judgeReport, readTold, toldToMark } from './changelog.js'

const changelog = (...lines: string[]) =>
  [
    '# Changelog',
    '## Unreleased',
    '- A line of news.',
    '### Interface',
    ...lines,
    '## 0.1.0',
    '- Old `Till`.',
  ].join('\n\n')
const report = (text: string, sections: Record<string, string>, parts: Record<string, string> = {}) => {
  const list = (of: Record<string, string>) =>
    Object.entries(of).map(([name, code]) => `### ${name}\n\n${code}`)
  const chapters = ['## Exports', ...list(sections), '## Part of them', ...list(parts)]
  return [toldToMark(readTold(text)), '# The types', ...chapters].join('\n\n')
}
const judge = (before: string | undefined, after: string, text: string) =>
  judgeReport('counterfoil', before, after, readTold(text))

const first = changelog('- `openTill` is new.')
const recorded = report(first, { Till: 'one', Entry: 'one' }, { Facts: 'one' })

describe('what the CHANGELOG tells of the interface', () => {
  it('is the list under that heading in its first section', () => {
    const told = readTold(changelog('- `Till.on` tells\n  of events.', '- `Entry` grew.'))
    expect(told).toEqual({ section: 'Unreleased', lines: ['`Till.on` tells of events.', '`Entry` grew.'] })
  })

  it('is nothing where the first section has no such heading', () => {
    expect(
      readTold('# Changelog\n\n## Unreleased\n\n- News.\n\n## 0.1.0\n\n### Interface\n\n- `Till`.').lines,
    ).toEqual([])
  })
})

describe('a report', () => {
  it('that stands as it is recorded needs nothing', () => {
    expect(judge(recorded, recorded, first)).toEqual({ tag: 'same' })
  })

  it('that changed is not written while the CHANGELOG says nothing new', () => {
    const changed = report(first, { Till: 'two', Entry: 'one' }, { Facts: 'one' })
    expect(judge(recorded, changed, first)).toEqual({ tag: 'untold', names: ['Till'] })
  })

  it('that changed is not written because of an older line, even if that line names it', () => {
    const text = changelog('- `Till` is new.')
    const before = report(text, { Till: 'one' })
    expect(judge(before, report(text, { Till: 'two' }), text)).toEqual({ tag: 'untold', names: ['Till'] })
  })

  it('that changed is written once a new line names each change: added, altered, gone', () => {
    const half = changelog('- `openTill` is new.', '- `Till.on` and `Added` are new.')
    const whole = changelog('- `openTill` is new.', '- `Till.on` and `Added` are new, `Entry<Kind>` is gone.')
    const after = { Added: 'one', Till: 'two' }
    expect(judge(recorded, report(half, after, { Facts: 'one' }), half)).toEqual({
      tag: 'untold',
      names: ['Entry'],
    })
    expect(judge(recorded, report(whole, after, { Facts: 'one' }), whole)).toEqual({
      tag: 'writable',
      names: ['Added', 'Entry', 'Till'],
    })
  })

  it('does not take a longer name for a shorter one, nor bare words for a name', () => {
    const text = changelog('- `openTill` is new.', '- `TillStatus` grew, and the Till too.')
    const changed = report(text, { Till: 'two', Entry: 'one' }, { Facts: 'one' })
    expect(judge(recorded, changed, text)).toEqual({ tag: 'untold', names: ['Till'] })
  })

  it('whose inner parts changed asks for a new line, whatever it names', () => {
    const after = { Till: 'one', Entry: 'one' }
    expect(judge(recorded, report(first, after, { Facts: 'two' }), first)).toEqual({
      tag: 'untold',
      names: ['Facts'],
    })
    const text = changelog('- `openTill` is new.', '- Every `Entry` tells more.')
    expect(judge(recorded, report(text, after, { Facts: 'two' }), text)).toEqual({
      tag: 'writable',
      names: ['Facts'],
    })
  })

  it('of a new entry asks for a line that names the entry', () => {
    expect(judge(undefined, recorded, first)).toEqual({ tag: 'untold', names: ['counterfoil'] })
    const text = changelog('- `counterfoil` has types.')
    expect(judge(undefined, report(text, {}), text)).toEqual({ tag: 'writable', names: ['counterfoil'] })
    const other = changelog('- `counterfoil/worker` has types.')
    expect(judge(undefined, report(other, {}), other).tag).toBe('untold')
  })

  it('is written anew where only the CHANGELOG has moved on', () => {
    const text = changelog()
    const moved = report(text, { Till: 'one', Entry: 'one' }, { Facts: 'one' })
    expect(judge(recorded, moved, text)).toEqual({ tag: 'writable', names: [] })
  })
})
