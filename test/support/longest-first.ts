import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** What takes longer than a twentieth of the whole: begun last, each would run alone at the end. */
const longest = [
  'packages/existing',
  'packages/install',
  'e2e/chromium/powercut',
  'e2e/chromium/rollout',
  'packages/fresh',
  'e2e/chromium/demo',
  'e2e/life',
  'e2e/update',
  'packages/frameworks',
  'e2e/chromium/site',
  'e2e/chromium/screen-reader',
  'e2e/chromium/storage',
  'tools/fleet/incidents',
  'tools/proxies/proxies',
  'tools/fleet/fleet',
  'replay/deliveries',
  'replay/deliveries-keyed',
  'e2e/transfer',
  'conform/faults',
  'e2e/road',
  'e2e/loss',
  'e2e/cruel',
  'replay/arrivals',
  'cruel/delivery',
  'conform/foreign/matrix',
  'conform/findings',
  'simulation/bites',
  'cruel/nginx',
  'conform/cuts',
  'simulation/simulation',
  'verify/edits',
]

const ranks = new Map(longest.map((name, index) => [`test/${name}.test.ts`, index]))

/** The order of a fresh clone, which has no times of earlier runs to go by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // A process takes up one project after the other: to go back and forth would load the code anew each time.
    const projects = [...new Set(['packages', ...sorted.map(({ project }) => project.name)])]
    const places = sorted.map((file) => ({
      file,
      group: file.project.config.sequence.groupOrder,
      project: projects.indexOf(file.project.name),
      rank: ranks.get(file.moduleId.replace(/^.*\/(?=test\/)/, '')) ?? longest.length,
    }))
    return places
      .sort((a, b) => a.group - b.group || a.project - b.project || a.rank - b.rank)
      .map(({ file }) => file)
  }
}
