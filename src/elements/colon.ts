import type { Texts } from './texts/texts.js'

/** A label with the colon of its language, as it stands between an operation and its pause. */
export function withColon(label: string, { status }: Texts): string {
  return status.pauseOf(label, '').trimEnd()
}
