import { create } from '../dom.js'

let count = 0

/** Creates a section of the lab with a heading. */
export function createSection(title: string, ...children: (Node | string)[]): HTMLElement {
  count += 1
  const id = `lab-section-${count}`
  const heading = create('h3', { id }, title)
  return create('section', { class: 'lab-section', 'aria-labelledby': id }, heading, ...children)
}
