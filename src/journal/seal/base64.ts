/** Bytes as the web's cryptography gives and takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

export function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The bytes of a text in exactly the form that is written; undefined for any other text. */
export function base64ToBytes(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return bytesToBase64(bytes) === text ? bytes : undefined
}

export async function hashBytes(...parts: readonly Uint8Array[]): Promise<Bytes> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined))
}
