export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Creates an element with attributes and children; false and undefined leave an attribute out. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
  element.append(...children)
  return element
}

/** Sets an attribute; true means one without a value, false and undefined remove it. */
export function setAttribute(element: Element, name: string, value: string | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : value)
}

/** Finds an element that index.html must have. */
export function findPart<Part extends HTMLElement = HTMLElement>(id: string, type: new () => Part): Part {
  const part = document.getElementById(id)
  if (part instanceof type) return part
  throw new Error(`the page cannot start: it has no ${type.name} with the id ${id}`)
}

/** Changes a text only if it differs, so that live regions stay quiet and selections stay. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Shows a text, or hides its element if the text is empty. */
export function showText(element: HTMLElement, text: string): void {
  setText(element, text)
  element.hidden = text === ''
}

/** Puts children in order with the fewest moves, so that the others keep focus and scroll position. */
export function arrange(parent: Element, children: readonly Element[]): void {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  for (const [index, child] of children.entries()) {
    const standing = parent.children[index]
    if (standing !== child) parent.insertBefore(child, standing ?? null)
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Creates an SVG element with attributes and children. */
export function draw<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, typeof value === 'number' ? String(Math.round(value * 10) / 10) : value)
  element.append(...children)
  return element
}
