import type { FieldFailure } from '../../index.js'

/** What is said of a field that the till refuses, by what is wrong with it. */
interface RefusedFieldTexts {
  missing: string
  sum: string
  other: string
}

/** Chooses the text for a field that the form did not check. */
export function chooseRefusal({ missing, sum, other }: RefusedFieldTexts): (failure: FieldFailure) => string {
  return ({ path, found }) => {
    if (found === 'nothing') return missing
    return path.endsWith('.Total') ? sum : other
  }
}
