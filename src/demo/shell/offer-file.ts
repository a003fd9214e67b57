import { create } from '../dom.js'

/** Offers a file of the till for download. */
export function offerFile(file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = create('a', {
    href: address,
    download: `till-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.counterfoil`,
  })
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}
