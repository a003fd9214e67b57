/** The named fields that a record has; none of them is undefined. */
export function pickGiven<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): { [Given in Key]?: Exclude<Row[Given], undefined> } {
  return Object.fromEntries(keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]]))) as never
}
