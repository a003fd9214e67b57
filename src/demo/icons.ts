const circle = 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5Z'

const drawings = {
  check: `${circle} M5 8.25 7.25 10.5 11 5.75`,
  clock: `${circle} M8 4.75V8l2.25 1.5`,
  up: `${circle} M8 11.25v-6.5 M5.25 7.5 8 4.75 10.75 7.5`,
  alert: 'M8 1.75 14.75 13.75H1.25Z M8 6.25v3.5 M8 11.6v.1',
  ban: `${circle} M3.75 3.75l8.5 8.5`,
  question: `${circle} M6.25 6.25a1.75 1.75 0 1 1 2.5 1.6c-.5.25-.75.6-.75 1.15 M8 11.2v.1`,
  linked: 'M2.5 8.5 6.25 12.25 13.5 4.25',
  cut: 'M3.5 3.5l9 9 M12.5 3.5l-9 9',
  chevron: 'M4.5 6.25 8 9.75l3.5-3.5',
  keypad: 'M4 3.5h.1 M8 3.5h.1 M12 3.5h.1 M4 7.5h.1 M8 7.5h.1 M12 7.5h.1 M4 11.5h.1 M8 11.5h.1 M12 11.5h.1',
  erase: 'M5.75 3.5h8.5v9h-8.5L1.75 8Z M7.75 6l4 4 M11.75 6l-4 4',
  plus: 'M8 3v10 M3 8h10',
} as const

export type IconName = keyof typeof drawings

const namespace = 'http://www.w3.org/2000/svg'

/** Creates an icon in the colour of its text; screen readers get the text only. */
export function createIcon(name: IconName): SVGSVGElement {
  const icon = document.createElementNS(namespace, 'svg')
  icon.setAttribute('viewBox', '0 0 16 16')
  icon.setAttribute('class', `icon icon-${name}`)
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', drawings[name])
  icon.append(path)
  return icon
}
