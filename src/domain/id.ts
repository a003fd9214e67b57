const idPattern = /^[A-Za-z0-9._:-]{1,64}$/

/** Whether a host may use a value as an id: 1 to 64 characters that are safe in a header, a file name and a URL. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value)
}

/** A UUID of version 7 (RFC 9562): sorts by time, from 16 random bytes. */
export function createId(now: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random)
  for (let index = 0; index < 6; index += 1) {
    bytes[index] = Math.floor(now / 2 ** (8 * (5 - index))) & 0xff
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
