interface LengthTexts {
  atLeast: (min: number) => string
  between: (min: number, max: number) => string
  atMost: (max: number) => string
}

/** How long a card number may be, in the words of a language. */
export function describeLength(min: number, max: number, texts: LengthTexts): string {
  if (min === max) return String(min)
  if (max === Infinity) return texts.atLeast(min)
  return min > 1 ? texts.between(min, max) : texts.atMost(max)
}
