/** Colours and letters that every chart has, by day and by night. */
export const chartStyle = `
svg { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; --ground: #fbfaf7; --ink: #20302c; --quiet: #66736f;
  --rule: #e2e0d8; --first: #0d6b5c; --second: #b8860b; --third: #3567b0; --fourth: #b3401e; --band: #b3401e1f }
@media (prefers-color-scheme: dark) { svg { --ground: #131a18; --ink: #e6ebe9; --quiet: #93a19c; --rule: #2a3431;
  --first: #4fc2a8; --second: #e0b04a; --third: #7fa9e8; --fourth: #f0835e; --band: #f0835e29 } }
text { fill: var(--ink) } .quiet { fill: var(--quiet) } .title { font-size: 17px; font-weight: 600 }
.end { text-anchor: end } .middle { text-anchor: middle } .strong { font-weight: 600 }
.ground { fill: var(--ground) } .rule { stroke: var(--rule); stroke-width: 1 } .band { fill: var(--band) }
.line { fill: none; stroke-width: 2; stroke-linejoin: round } .area { fill-opacity: .18; stroke: none }
`

export type Scale = (value: number) => number

export interface Panel {
  top: number
  height: number
}

/** From nought to a little above the most, with a few ticks at round numbers. */
export function createScale({ top, height }: Panel, most: number): { ticks: number[]; y: Scale } {
  const step = chooseStep(most / 3)
  const limit = Math.ceil(most / step) * step
  const ticks = Array.from({ length: Math.round(limit / step) + 1 }, (_, index) => index * step)
  return { ticks, y: (value) => top + height - (value / limit) * height }
}

/** One, two or five, and as many noughts as it takes. */
export function chooseStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10)
}

/** A drawing with its name, on its ground. */
export function frame(
  { width, height, title, style }: { width: number; height: number; title: string; style: string },
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="12"/>`,
    write(24, 36, title, 'title'),
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

/** A line across at each tick, with its number in front. */
export function drawRules(ticks: readonly number[], y: Scale, left: number, right: number): string[] {
  return ticks.flatMap((tick) => [
    `<path class="rule" d="M${left} ${round(y(tick))}H${right}"/>`,
    write(left - 8, y(tick) + 4, tick.toLocaleString('en'), 'quiet end'),
  ])
}

export function write(x: number, y: number, text: string, name: string): string {
  return `<text class="${name}" x="${round(x)}" y="${round(y)}">${text}</text>`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
