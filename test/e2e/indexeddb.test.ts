import { expect, inject, it } from 'vitest'
import { platformFaults, type PlatformFault } from '../support/platform-faults.js'
import {
  platformTests,
  platformTestsMissing,
  runPlatformTests,
  servePlatformTests,
  type FileResult,
} from '../support/platform-tests.js'
import { chosenFiles, knownFailures } from '../support/platform-choice.js'
import { describeEngine, prepareStage } from '../support/stage.js'

let planted: PlatformFault | undefined
const stage = prepareStage(() => servePlatformTests(platformTests ?? '', () => planted?.script ?? ''))

/** What did not pass: tests by file and name, and files whose harness broke off. */
function listFailures(results: readonly FileResult[]): string[] {
  return results
    .flatMap(({ file, status, tests }) => [
      ...(status === 0 ? [] : [`${file}: harness ${status}`]),
      ...tests.filter((test) => test.status !== 0).map(({ name }) => `${file}: ${name}`),
    ])
    .sort()
}

async function play(files: readonly string[]): Promise<FileResult[]> {
  const tab = await (await stage.start()).open(stage.server.url)
  return runPlatformTests(tab, files)
}

if (platformTests === undefined)
  it(platformTestsMissing, ({ skip }) => {
    skip(platformTestsMissing)
  })
else
  describeEngine('what the journal leans on in IndexedDB, by web-platform-tests,', () => {
    it('holds but for what is known', async () => {
      const results = await play(chosenFiles)
      expect(results.map(({ file }) => file).sort()).toEqual([...chosenFiles].sort())
      const count = results.reduce((sum, { tests }) => sum + tests.length, 0)
      console.info(`${inject('engine')}: ${results.length} files, ${count} tests`)
      expect(listFailures(results)).toEqual(Object.keys(knownFailures[inject('engine')]).sort())
    })

    it.each(platformFaults)('is seen not to hold where $name', async (fault) => {
      planted = fault
      try {
        expect(listFailures(await play(fault.files))).toEqual(expect.arrayContaining([fault.noticed]))
      } finally {
        planted = undefined
      }
    })
  })
