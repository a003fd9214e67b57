/** Deletes a database as a browser might; waits for connections that are still being closed. */
export function razeDatabase(name: string, onBlocked: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => {
      resolve()
    }
    // Whoever still has it open is asked to close it; it goes as soon as the last one has.
    request.onblocked = onBlocked
    request.onerror = () => {
      reject(request.error ?? new Error('the browser kept the database'))
    }
  })
}
