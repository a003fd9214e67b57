import { readFile } from 'node:fs/promises'
import { decodeText } from '../domain/text-file.js'
import { type Obstacle, openFile } from '../journal/seal/index.js'

/** How a file opens: with the shop's private key or a passphrase, each from a file, or with one that is asked for. */
export interface ContentKey {
  shopKey?: string | undefined
  passphraseFile?: string | undefined
  ask: () => Promise<string>
}

/** Why a file is not opened, after its name. */
export const obstacles: Record<Obstacle, string> = {
  'not-ours': 'is not a file that a till has exported',
  cut: 'ends before its content does',
  newer: 'was written by a newer release: install that one',
  'wrong-passphrase': 'does not open: the passphrase is wrong, or the file was changed',
  'needs-key': 'is sealed to a shop: give the private key with --shop-key FILE',
  'needs-passphrase': 'is encrypted under a passphrase: leave --shop-key out',
  'wrong-key': 'does not open: the key is another one, or the file was changed',
}

/** What an exported file holds; throws in plain words if it cannot be opened. */
export async function openContent(path: string, key: ContentKey): Promise<unknown> {
  const bytes = new Uint8Array(await readFile(path))
  const secret =
    key.shopKey === undefined ? await readPassphrase(key) : { privateKey: await readKey(key.shopKey) }
  const opened = await openFile(new Blob([bytes]), secret)
  if (opened.tag !== 'opened') throw new Error(`${path} ${obstacles[opened.tag]}`)
  return opened.content
}

async function readPassphrase({ passphraseFile, ask }: ContentKey): Promise<string> {
  if (passphraseFile === undefined) return ask()
  const [line = ''] = decodeText(await readFile(passphraseFile)).split(/\r?\n/, 1)
  return line
}

async function readKey(path: string): Promise<JsonWebKey> {
  const text = decodeText(await readFile(path))
  try {
    return JSON.parse(text) as JsonWebKey
  } catch {
    // What the parser says may have a part of the key in it.
    throw new Error(`${path} is not a JSON Web Key`)
  }
}
