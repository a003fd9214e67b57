import { countOf, type Tally } from './run.js'
import { manners, type Manner } from './states.js'

const titles: Record<Manner, string> = {
  all: 'everything written',
  none: 'nothing but what was synced',
  dropped: 'some writes missing',
  early: 'files ending early, torn at 512 B or 4 kB',
  torn: 'sectors of 512 B or 4 kB missing anywhere',
}

/** A table of what became of the states, by what the disk did with what no sync covered. */
export function writeTable(title: string, tally: Tally): string {
  const row = (name: string, numbers: readonly number[]) =>
    `| ${[name, ...numbers.map((number) => number.toLocaleString('en'))].join(' | ')} |`
  const rows = manners.map((manner) => {
    const { kept, told, silent, stuck } = tally.verdicts[manner]
    return row(titles[manner], [kept + told + silent + stuck, kept, told, silent, stuck])
  })
  const { twice, twiceLost } = tally
  const lostTwice = twiceLost.told + twiceLost.silent + twiceLost.stuck
  const again = [twice, twice - lostTwice, twiceLost.told, twiceLost.silent, twiceLost.stuck]
  const all = [
    tally.states,
    countOf(tally, 'kept'),
    countOf(tally, 'told'),
    countOf(tally, 'silent'),
    countOf(tally, 'stuck'),
  ]
  return [
    `| ${title} | states | all kept | lost and told | lost silently | stuck |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    row('all', all),
    row('of which used, cut off again and opened once more', again),
    '',
    `${tally.distinct} of them differ in their databases; ${tally.whole} were opened in a browser of their own. ` +
      `${tally.steps} steps on the disk in ${tally.recordings} recordings. ` +
      `${tally.missing} operations were missing in lost states, ${tally.unsent} of them not sent yet; the mirror gave back ${tally.broughtBack} of these. ` +
      `${tally.falseAlarms} false alarms, ${tally.stalls.length} stalls.`,
  ].join('\n')
}
