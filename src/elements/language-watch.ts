const watchers = new Set<() => void>()
let observer: MutationObserver | undefined

/** Calls back whenever a `lang` in the page changes, or one in a shadow root around the element. */
export function watchLanguage(element: Element, notify: () => void): () => void {
  observer ??= new MutationObserver(() => {
    for (const notify of watchers) notify()
  })
  for (const root of listRoots(element)) observer.observe(root, { subtree: true, attributeFilter: ['lang'] })
  watchers.add(notify)
  return () => {
    watchers.delete(notify)
    if (watchers.size === 0) observer?.disconnect()
  }
}

/** The root of the tree that an element is in, and the roots around that. */
function listRoots(element: Element): Node[] {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? [root, ...listRoots(root.host)] : [root]
}
