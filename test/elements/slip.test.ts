import { describe, expect, it } from 'vitest'
import { entryToEscpos } from '../../src/escpos.js'
import { entryToSlip } from '../../src/elements/receipt/slip.js'
import { interpret } from '../support/escpos.js'
import { slipEntry } from '../support/slips.js'
import { setZone } from '../support/zone.js'

const dated = (IssueDate: string) => slipEntry('refund', { StoredValueCardReceipt: { IssueDate, Total: 1 } })

describe('the date of a slip', () => {
  it('is the fifth of April where it is written so, and not the fourth of May', async () => {
    expect(entryToSlip(dated('05/04/2026')).issuedAt).toBe('05/04/2026')
    const { lines } = interpret(await entryToEscpos(dated('05/04/2026'), { language: 'it' }))
    const text = lines.map((line) => line.text).join('\n')
    expect(text).toContain('05/04/2026')
    expect(text).not.toContain('mag')
  })

  it('is the same day in the west, where it has no time', () => {
    setZone('America/New_York')
    expect(entryToSlip(dated('2026-11-27')).issuedAt).toBe('2026-11-27')
  })

  it('is a moment where it has a time', () => {
    expect(entryToSlip(dated('2026-11-27T10:05:00+01:00')).issuedAt).toEqual(new Date('2026-11-27T09:05:00Z'))
    expect(entryToSlip(dated('2026-11-27T30:99')).issuedAt).toBe('2026-11-27T30:99')
  })
})
