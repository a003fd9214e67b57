import { parseArgs } from 'node:util'
import { readSources } from '../../support/source.js'
import { listChanges } from './changes.js'
import { chooseTests } from './choose.js'
import { play } from './run.js'
import { tellOfRest } from './tell.js'

const { values } = parseArgs({
  options: {
    /** Changes are counted from where this and the present state parted. */
    since: { type: 'string', default: 'HEAD' },
    /** After this no further test is begun. */
    seconds: { type: 'string', default: '45' },
    /** Everything in Node that reaches the changes, however long it takes. */
    all: { type: 'boolean', default: false },
  },
})

const startedAt = Date.now()
const changed = listChanges(values.since)
if (changed.length === 0) {
  console.log(`Nothing differs from ${values.since}. Name another state: npm run test:quick -- --since main`)
} else {
  const sources = [...readSources('src'), ...readSources('test')]
  const longestMs = values.all ? Infinity : 15_000
  const until = values.all ? Infinity : startedAt + Number(values.seconds) * 1000
  const { choice, ended, isGood } = await play(
    (readDuration) => chooseTests({ sources, changed, readDuration, longestMs }),
    until,
  )
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(tellOfRest({ choice, ended, changed, seconds, since: values.since }))
  process.exit(isGood ? 0 : 1)
}
