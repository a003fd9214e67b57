/** A browser may read the address a while after the click: Safari fetches what is large later. */
const keptMs = 60_000

/** Saves a file where the browser puts downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(content)
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, keptMs)
}
