import type { FieldFailure } from '../../index.js'
import type { RegisterTexts } from './texts.js'

/** What is said of a field that the till refuses and the form did not check. */
export function describeRefusedField(
  { path, found }: FieldFailure,
  texts: RegisterTexts['refusedField'],
): string {
  if (found === 'nothing') return texts.missing
  return path.endsWith('.Total') ? texts.sum : texts.other
}
