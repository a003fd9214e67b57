import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'

export interface Finding {
  step: number
  what: string
  /** The file with the picture of the page. */
  picture?: string
}

/** All that happened, and what was found; the last steps are printed where something is found. */
export interface Tale {
  readonly steps: number
  readonly findings: readonly Finding[]
  /** How often each thing was done. */
  readonly counts: Readonly<Record<string, number>>
  /** Begins the next step. */
  begin: (what: string) => void
  /** More of what the step is about. */
  note: (what: string) => void
  count: (what: string, times?: number) => void
  find: (what: string, page?: Page) => Promise<void>
}

const lastMax = 40

/** A finding that comes again and again is told once. */
function toName(what: string): string {
  return what
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d+/g, '#')
    .slice(0, 160)
}

export function createTale(seed: number, out: string, say: (line: string) => void): Tale {
  mkdirSync(out, { recursive: true })
  const file = join(out, 'steps.txt')
  writeFileSync(file, `seed ${seed}\n`)
  const last: string[] = []
  const findings: Finding[] = []
  const counts: Record<string, number> = {}
  const names = new Set<string>()
  const startedAt = performance.now()
  let steps = 0
  const write = (line: string) => {
    last.push(line)
    if (last.length > lastMax) last.shift()
    appendFileSync(file, `${line}\n`)
  }
  return {
    get steps() {
      return steps
    },
    findings,
    counts,
    begin(what) {
      steps += 1
      write(`${steps} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s) ${what}`)
    },
    note(what) {
      write(`    ${what}`)
    },
    count(what, times = 1) {
      counts[what] = (counts[what] ?? 0) + times
    },
    async find(what, page) {
      write(`    FOUND: ${what.slice(0, 2_000)}`)
      if (names.has(toName(what))) return
      names.add(toName(what))
      const picture = join(out, `finding-${findings.length + 1}.png`)
      const isTaken = await page?.screenshot({ path: picture, timeout: 10_000 }).then(
        () => true,
        () => false,
      )
      findings.push({ step: steps, what, ...(isTaken === true && { picture }) })
      say(`seed ${seed}, step ${steps}: ${what}`)
      if (isTaken === true) say(`the page: ${picture}; the last steps:`)
      for (const line of last) say(`  ${line}`)
    },
  }
}
