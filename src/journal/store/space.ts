import { isQuotaExceeded, StorageRefused } from '../../domain/errors.js'

/** Frees reserved disk space; returns whether there was any. */
export type MakeRoom = () => Promise<boolean>

/** A browser may take seconds to free space that was given back. */
export const waitsMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** Work that found no space was undone as a whole, and is repeated once there is space. */
export async function retryForSpace<Result>(
  makeRoom: MakeRoom | undefined,
  action: string,
  work: () => Promise<Result>,
  waits: readonly number[],
): Promise<Result> {
  const left = [...waits]
  let hasAsked = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      const isMade = !hasAsked && (await makeRoom?.())
      hasAsked = true
      if (isMade) continue
      const waitMs = left.shift()
      if (waitMs === undefined) throw new StorageRefused(action, error)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
