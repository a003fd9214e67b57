/** Asks a person for a file; undefined if none is chosen. */
export function chooseFile(accept: string): Promise<File | undefined> {
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.accept = accept
  chooser.hidden = true
  // A browser may forget a chooser that is in no page while its window is open.
  document.body.append(chooser)
  return new Promise((resolve) => {
    const settle = () => {
      chooser.remove()
      resolve(chooser.files?.[0])
    }
    chooser.addEventListener('change', settle)
    chooser.addEventListener('cancel', settle)
    chooser.click()
  })
}

/** Takes files that are dropped anywhere on the page; returns a function that stops it. */
export function watchDrops(onFile: (file: File) => void, onDrag: (isOver: boolean) => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const onOver = (event: DragEvent) => {
    event.preventDefault()
    onDrag(true)
  }
  const onLeave = ({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) onDrag(false)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    onDrag(false)
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  }
  document.addEventListener('dragover', onOver, { signal })
  document.addEventListener('dragleave', onLeave, { signal })
  document.addEventListener('drop', onDrop, { signal })
  return () => {
    watching.abort()
  }
}
