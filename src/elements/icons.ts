import { svg, type SVGTemplateResult } from 'lit'

const circle = 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5Z'

const drawings = {
  online: 'M2.5 8.5 6.25 12.25 13.5 4.25',
  offline: 'M3.5 3.5l9 9 M12.5 3.5l-9 9',
  unknown: `${circle} M6.25 6.25a1.75 1.75 0 1 1 2.5 1.6c-.5.25-.75.6-.75 1.15 M8 11.2v.1`,
  alert: 'M8 1.75 14.75 13.75H1.25Z M8 6.25v3.5 M8 11.6v.1',
  clock: `${circle} M8 4.75V8l2.25 1.5`,
  paused: 'M5.5 3.5v9 M10.5 3.5v9',
  calm: `${circle} M5 8.25 7.25 10.5 11 5.75`,
} as const

export type IconName = keyof typeof drawings

/** An icon in the colour of the text beside it, which says what it means. */
export function icon(name: IconName): SVGTemplateResult {
  return svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${drawings[name]} /></svg>`
}
