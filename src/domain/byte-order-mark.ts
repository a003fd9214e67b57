/** The text without the mark that editors and shells of Windows put in front. */
export function dropMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}
