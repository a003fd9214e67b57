import { describe, expect, it } from 'vitest'
import { drawChart } from './chart.js'
import { createTable, type RowHead } from './figures.js'
import { sections } from './sections/sections.js'

const terms = { machine: 'a machine', seed: 1, rounds: 2 }
const heads: RowHead[] = sections.flatMap(({ rows }) => rows)
const row = 'open with 100,000 waiting'

describe('the chart', () => {
  it('tells the median, and breaks off a bar that would dwarf all others', () => {
    const table = createTable(heads)
    table.note(row, 'counterfoil', 0, 40)
    table.note(row, 'counterfoil', 1, 60)
    table.note(row, 'rxdb', 0, 100)
    const isBroken = () => drawChart(table, terms).includes('class="break"')
    expect(drawChart(table, terms)).toContain('>50.0</text>')
    expect(isBroken()).toBe(false)
    table.note(row, 'tanstack', 0, 38_000)
    expect(isBroken()).toBe(true)
    expect(drawChart(table, terms)).toContain('>38,000</text>')
  })

  it('leaves out what was not measured', () => {
    const table = createTable(heads)
    expect(drawChart(table, terms)).not.toContain('Open with')
    table.note(row, 'raw', 0, 40)
    expect(drawChart(table, terms)).toContain('Open with 100,000 waiting')
  })

  it('says what was cut off in place of a bar', () => {
    const table = createTable(heads)
    table.note(row, 'counterfoil', 0, 40)
    table.noteCutOff(row, 'tanstack', 'more than a minute')
    expect(drawChart(table, terms)).toContain('>more than a minute</text>')
  })
})
