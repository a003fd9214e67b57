import type { PlantedFault } from './fault.js'

const contract = 'test/contract/checkpoints.test.ts'
const edits = 'test/verify/edits.test.ts'

/** Against the signed log, and the command that checks it. */
export const signedLog: readonly PlantedFault[] = [
  {
    name: 'retention does not say what it deletes',
    file: 'src/journal/log.ts',
    from: 'value: [...before, ...places]',
    to: 'value: before',
    test: contract,
  },
  {
    name: 'the salt of erased data is given out',
    file: 'src/journal/seal/records.ts',
    from: '...(!isErased && { personalSalt }),',
    to: 'personalSalt,',
    test: contract,
  },
  {
    name: 'a log forks where two tabs sign at once',
    file: 'src/journal/checkpoints.ts',
    from: '(present?.size ?? 0) !== state.size',
    to: 'false',
    test: contract,
  },
  {
    name: 'what is left of old records is not signed again',
    file: 'src/journal/checkpoints.ts',
    from: '[...(worn?.carried ?? []), ...fresh]',
    to: 'fresh',
    test: contract,
  },
  {
    name: 'a fact of an entry is not signed',
    file: 'src/journal/seal/records.ts',
    from: "hashPart(salt, 'facts', rest)",
    to: "hashPart(salt, 'facts', {})",
    test: edits,
  },
  {
    name: 'another key may have signed',
    file: 'src/verify/log.ts',
    from: "if (!(await isSignedBy(key, note))) return 'its signature is not of this key'",
    to: '',
    test: edits,
  },
  {
    name: 'what has ended may be signed in another way',
    file: 'src/verify/changes.ts',
    from: "if (!after.ended || before.facts !== after.facts) return 'the end of it'",
    to: '',
    test: contract,
  },
]
