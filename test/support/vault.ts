import type { Vault } from '../../src/journal/seal/vault.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A vault that hides nothing and answers at once, for tests that look at what lies on disk or go by seed. */
export const plainVault: Vault = {
  seal: (label, text) => Promise.resolve(encoder.encode(`${label}\n${text}`)),
  open(label, sealed) {
    const text = decoder.decode(sealed)
    return text.startsWith(`${label}\n`)
      ? Promise.resolve(text.slice(label.length + 1))
      : Promise.reject(new Error(`${label} was sealed under another label`))
  },
  mark: (text) => Promise.resolve(text.length > 100 ? shorten(text) : text),
}

/** The text that a plain vault has sealed, whoever's it is. */
export function unsealPlainly(sealed: Uint8Array): string {
  const text = decoder.decode(sealed)
  return text.slice(text.indexOf('\n') + 1)
}

/** Marks of long texts stay short; FNV-1a is enough where nobody forges. */
function shorten(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of encoder.encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return `${text.slice(0, 40)}…${hash.toString(16)}`
}
