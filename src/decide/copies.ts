import { type Infer, number, object, optional, string } from 'superstruct'

/** What a page notes of the copies that have left the device, for whichever page makes the next one. */
export const CopyNote = object({
  made: optional(
    object({
      at: number(),
      /** How many operations were in it. */
      operations: number(),
      /** Where it went and whose key opens it. */
      target: string(),
      /** Of which database it was, and up to where. */
      epoch: string(),
      place: number(),
      n: number(),
    }),
  ),
  /** Since the last copy that was taken. */
  failed: optional(
    object({
      since: number(),
      at: number(),
      times: number(),
      target: string(),
      reason: string(),
      fault: string(),
    }),
  ),
})
export type CopyNote = Infer<typeof CopyNote>

/** The present, as far as it decides whether a copy is due. */
export interface CopyMoment {
  now: number
  everyMs: number
  target: string
  epoch: string
  place: number
  n: number
}

const retryMsMin = 60_000
const retryMsMax = 3_600_000

/** When the next copy is due, if anything has changed by then. */
export function findCopyDue({ made, failed }: CopyNote, { now, everyMs, target }: CopyMoment): number {
  const at = failed?.target === target ? failed.at : made?.target === target ? made.at : undefined
  // What was noted later than now was noted by another clock.
  if (at === undefined || at > now) return now
  if (failed?.target !== target) return at + everyMs
  return at + Math.min(retryMsMin * 2 ** (failed.times - 1), Math.max(retryMsMax, everyMs))
}

/** Whether the last copy that was taken, if it went to the same place, lacks anything. */
export function isChanged({ made }: CopyNote, { target, epoch, place, n }: CopyMoment): boolean {
  return made?.target !== target || made.epoch !== epoch || made.place !== place || made.n !== n
}
