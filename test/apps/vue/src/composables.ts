import type { ListedEntry, Till, TillStatus } from 'counterfoil'
import { shallowRef, toValue, watchEffect, type MaybeRefOrGetter, type ShallowRef } from 'vue'

/** The till's status, new at every change. Keep the till itself in a `shallowRef`. */
export function useTillStatus(till: MaybeRefOrGetter<Till | undefined>): ShallowRef<TillStatus | undefined> {
  const status = shallowRef<TillStatus>()
  watchEffect((onCleanup) => {
    const stop = toValue(till)?.status.subscribe((value) => (status.value = value))
    onCleanup(() => stop?.())
  })
  return status
}

/** An entry as it stands, before and after its end. It follows every tab and the worker. */
export function useEntry(
  till: MaybeRefOrGetter<Till | undefined>,
  id: MaybeRefOrGetter<string | undefined>,
): ShallowRef<ListedEntry | undefined> {
  const entry = shallowRef<ListedEntry>()
  watchEffect((onCleanup) => {
    const [opened, wanted] = [toValue(till), toValue(id)]
    entry.value = undefined
    if (!opened || wanted === undefined) return
    let isGone = false
    const read = () => {
      opened.entry(wanted).then((found) => {
        if (!isGone) entry.value = found
      }, console.error)
    }
    const stop = opened.on('event', (event) => {
      if ('id' in event && event.id === wanted) read()
    })
    read()
    onCleanup(() => {
      isGone = true
      stop()
    })
  })
  return entry
}
