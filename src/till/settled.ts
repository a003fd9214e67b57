import type { SettledEntry } from '../domain/entry.js'
import { OperationVoided, UnknownEntry } from '../domain/errors.js'
import type { OperationKind } from '../domain/models.js'
import type { TillJournal } from '../journal/journal.js'

/** Resolves when the service has the operation, however long that takes; a parked one keeps waiting. */
export function awaitSettled(
  journal: TillJournal,
  id: string,
  signal: AbortSignal,
): Promise<SettledEntry<OperationKind>> {
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      stop()
      signal.removeEventListener('abort', onAbort)
      end()
    }
    const fail = (reason: unknown) => {
      finish(() => {
        reject(reason instanceof Error ? reason : new Error(String(reason)))
      })
    }
    const onAbort = () => {
      fail(signal.reason)
    }
    const stop = journal.watchState(
      id,
      (state) => {
        if (state === undefined) fail(new UnknownEntry(id))
        else if (state === 'voided')
          void findCorrection(journal, id).then((by) => {
            fail(new OperationVoided(id, by))
          }, fail)
        else if (state === 'settled') {
          finish(() => {
            resolve(journal.find(id) as Promise<SettledEntry<OperationKind>>)
          })
        }
      },
      fail,
    )
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

async function findCorrection(journal: TillJournal, id: string): Promise<string | undefined> {
  const entry = await journal.find(id)
  return entry && 'replacedBy' in entry ? entry.replacedBy : undefined
}
