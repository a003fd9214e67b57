import { ask, CallFailed, dig, fill, parse, type Names } from './calls.js'
import type { Config, ReadBack } from './config.js'

/** Reads how many effects the service shows for what the names say; only the difference of two readings counts. */
export async function readEffects(config: Config, readBack: ReadBack, names: Names): Promise<number> {
  const text = await ask(config, readBack, names)
  const value = dig(parse(text), readBack.at)
  if (readBack.gives !== 'ledger') return toNumber(value)
  if (!Array.isArray(value)) throw new CallFailed(`the read-back has no list at "${readBack.at ?? ''}"`)
  const match = fill(readBack.match ?? '{marker}', names)
  return value.filter((item) => JSON.stringify(item).includes(match)).length
}

function toNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new CallFailed('the read-back gives no number: name its place in `at`, "Card.Balance" say')
  return number
}
