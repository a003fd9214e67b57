import type { Till } from '../../index.js'
import { setOutage } from '../lab/control.js'

const noteName = 'counterfoil-demo:tour-outage'

/** Pulls the plug, and notes it: a page that ends in the midst of the tour must not leave the till offline. */
export async function pullPlug(): Promise<void> {
  note((storage) => {
    storage.setItem(noteName, 'yes')
  })
  await setOutage(true)
}

/** Puts the plug back in. */
export async function putPlugIn(): Promise<void> {
  const answer = await setOutage(false)
  if (answer.tag === 'silent') return
  note((storage) => {
    storage.removeItem(noteName)
  })
}

/** Ends the outage of a tour whose page ended before it did. */
export async function endLeftOutage(till: Till): Promise<void> {
  if (note((storage) => storage.getItem(noteName)) !== 'yes') return
  await putPlugIn()
  await till.replay()
}

/** A browser that denies its storage throws at each use. The note outlives its tab, as the outage does. */
function note<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
