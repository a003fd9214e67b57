import { Undecided } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import type { Cut } from '../wire.js'
import { judgeInsisting, type Check } from './check.js'

const twice = 'cut-repeat-run-twice'

function cutAt(cut: Cut, { name, title, how }: Pick<Check, 'name' | 'title'> & { how: string }): Check {
  return {
    name,
    title,
    group: 'repeats',
    isAboutKeys: true,
    run: async (lab, kind) => {
      const operation = await lab.make(kind)
      await lab.cut(operation, cut)
      return judgeInsisting(lab, operation, { how, twice })
    },
  }
}

const cutBefore = cutAt('half', {
  name: 'cut-before',
  title: 'does an operation once whose first sending broke off half-way',
  how: 'cut off half-way, then sent again',
})

const cutSent = cutAt('whole', {
  name: 'cut-sent',
  title: 'does an operation once whose connection broke as soon as it was sent',
  how: 'cut off as soon as it was sent, then sent again at once',
})

const cutReply = cutAt('reply', {
  name: 'cut-reply',
  title: 'does an operation once whose reply was lost',
  how: 'cut off at the first byte of the reply, then sent again',
})

/** The repeat goes only once the read-back shows the effect: nothing else tells that it was done. */
const cutAfter: Check = {
  name: 'cut-after',
  title: 'does an operation once that was done, and whose connection broke before its reply',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const certain: string[] = []
    for (const { cut, how } of waysToCut) {
      const operation = await cut(lab, kind)
      if (!operation) continue
      certain.push(how)
      const findings = await judgeInsisting(lab, operation, { how, twice })
      if (findings.length > 0) return findings
    }
    if (certain.length > 0) return { by: certain.join('; ') }
    throw new Undecided(
      `not certain: the service gives up what it was sent when the connection breaks, and each of ${tries} replies came too soon after its effect for a cut in between`,
    )
  },
}

const waysToCut = [
  {
    cut: cutBeforeSeen,
    how: 'cut off as soon as it was sent, and sent again once its effect was seen',
  },
  {
    cut: cutOnceSeen,
    how: 'cut off once its effect was seen and before its reply, then sent again',
  },
]

/** The operation, if it had its effect though the connection was gone; some services give it up then. */
async function cutBeforeSeen(lab: Lab, kind: Operation['kind']): Promise<Operation | undefined> {
  const operation = await lab.make(kind)
  const hasReply = await lab.cut(operation, 'whole')
  const sentAt = performance.now()
  const isSeen = await lab.seeEffect(operation, () => lab.isGivenUp(sentAt))
  return isSeen && !hasReply ? operation : undefined
}

const tries = 10

/** The operation, if its effect could be seen before any of its reply had come. */
async function cutOnceSeen(lab: Lab, kind: Operation['kind']): Promise<Operation | undefined> {
  for (let left = tries; left > 0; left -= 1) {
    const operation = await lab.make(kind)
    if (await cutOnceSeenOf(lab, operation)) return operation
  }
  return undefined
}

async function cutOnceSeenOf(lab: Lab, operation: Operation): Promise<boolean> {
  const knife = new AbortController()
  const ended = new AbortController()
  const cutting = lab.cut(operation, knife.signal).finally(() => {
    ended.abort()
  })
  try {
    if (!(await lab.seeEffect(operation, () => ended.signal.aborted))) return false
  } finally {
    knife.abort()
  }
  return !(await cutting)
}

export const cuts: readonly Check[] = [cutBefore, cutSent, cutAfter, cutReply]
