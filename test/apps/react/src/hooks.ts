import type { ListedEntry, Till, TillStatus } from 'counterfoil'
import { useEffect, useState } from 'react'

/** The till's status; the component is rendered again at every change. */
export function useTillStatus(till: Till | undefined): TillStatus | undefined {
  const [status, setStatus] = useState(till?.status.value)
  useEffect(() => till?.status.subscribe(setStatus), [till])
  return status
}

/** An entry as it stands, before and after its end. It follows every tab and the worker. */
export function useEntry(till: Till | undefined, id: string | undefined): ListedEntry | undefined {
  const [entry, setEntry] = useState<ListedEntry>()
  useEffect(() => {
    if (!till || id === undefined) return
    let isGone = false
    const read = () => {
      till.entry(id).then((found) => {
        if (!isGone) setEntry(found)
      }, console.error)
    }
    const stop = till.on('event', (event) => {
      if ('id' in event && event.id === id) read()
    })
    read()
    return () => {
      isGone = true
      stop()
    }
  }, [till, id])
  return entry?.id === id ? entry : undefined
}
