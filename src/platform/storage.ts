/** Asks the browser to keep the data for good; in Firefox the answer may never come, so nobody waits for it. */
export function requestPersistence(tell: (isPersistent: boolean) => void): void {
  const storage = (navigator as { storage?: StorageManager }).storage
  storage?.persist().then(tell, () => {
    tell(false)
  })
}
