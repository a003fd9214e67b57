import { create } from '../dom.js'

let count = 0

/** A part of the lab under a heading of its own. */
export function createSection(title: string, ...children: (Node | string)[]): HTMLElement {
  count += 1
  const id = `lab-section-${count}`
  const heading = create('h3', { id }, title)
  return create('section', { class: 'lab-section', 'aria-labelledby': id }, heading, ...children)
}
