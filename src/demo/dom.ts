export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** An element with its attributes and children; false and undefined leave an attribute out. */
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

/** Sets an attribute; true stands for one without a value, false and undefined take it away. */
export function setAttribute(element: Element, name: string, value: string | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : value)
}

/** A part of the page that index.html promises. */
export function findPart<Part extends HTMLElement = HTMLElement>(id: string, type: new () => Part): Part {
  const part = document.getElementById(id)
  if (part instanceof type) return part
  throw new Error(`the page cannot start: it has no ${type.name} with the id ${id}`)
}

/** Changes a text only if it differs, so that live regions stay quiet and selections stay. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Shows a text, or takes its element away when there is none to show. */
export function showText(element: HTMLElement, text: string): void {
  setText(element, text)
  element.hidden = text === ''
}

/** Puts children in order with the fewest moves: what already stands right keeps focus and scroll. */
export function arrange(parent: Element, children: readonly Element[]): void {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  for (const [index, child] of children.entries()) {
    const standing = parent.children[index]
    if (standing !== child) parent.insertBefore(child, standing ?? null)
  }
}
