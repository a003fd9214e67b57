import type { TestModule, TestSpecification } from 'vitest/node'
import { DefaultReporter, JsonReporter } from 'vitest/node'

const everyMs = 60_000

/** Of so few files each has its line, as one who works on them wants it. */
const fewFiles = 20

interface Count {
  files: number
  ended: number
}

/**
 * Says where a long run stands, once in a while, what failed, and what was skipped and why; a test that passes is no
 * news, nor is what it says.
 */
class Reporter extends DefaultReporter {
  private readonly projects = new Map<string, Count>()
  private passed = 0
  private failed = 0
  private isLong = false
  private beat: NodeJS.Timeout | undefined

  constructor() {
    // Who looks on at a terminal sees the same as who reads it later.
    super({ summary: false })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.isLong = specifications.length > fewFiles
    // The figures that a test tells are for one who runs it by itself, or looks for why it failed.
    if (this.isLong) this.silent = 'passed-only'
    for (const { project } of specifications) {
      const { files = 0, ended = 0 } = this.projects.get(project.name) ?? {}
      this.projects.set(project.name, { files: files + 1, ended })
    }
    if (!this.isLong) return
    this.sayProgress()
    this.beat = setInterval(() => {
      this.sayProgress()
    }, everyMs)
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    const count = this.projects.get(module.project.name)
    if (count) count.ended += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') this.passed += 1
      if (state === 'failed') this.failed += 1
    }
  }

  /** What is said as an error is told at once: no test may have said it, and so none would fail. */
  override onUserConsoleLog(...[said, state]: Parameters<DefaultReporter['onUserConsoleLog']>): void {
    super.onUserConsoleLog(said, said.type === 'stderr' ? 'failed' : state)
  }

  override printTestModule(module: TestModule): void {
    if (!this.isLong || module.state() === 'failed') super.printTestModule(module)
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.beat)
    if (this.isLong) this.sayProgress()
    for (const line of listSkipped(modules)) this.log(line)
    super.onTestRunEnd(modules, errors, reason)
  }

  private sayProgress(): void {
    const files = [...this.projects].map(([name, { files, ended }]) => `${name} ${ended}/${files}`)
    const time = new Date().toTimeString().slice(0, 8)
    this.log(`${time}  files: ${files.join(', ')}; tests: ${this.passed} passed, ${this.failed} failed`)
  }
}

/** A line for each file, project and reason. */
function listSkipped(modules: readonly TestModule[]): string[] {
  const counts = new Map<string, number>()
  for (const module of modules)
    for (const test of module.children.allTests('skipped')) {
      const result = test.result()
      const why = result.state === 'skipped' && result.note ? `: ${result.note}` : ''
      const place = `${module.project.name}, ${module.relativeModuleId}${why}`
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  return [...counts].map(([place, count]) => `skipped ${count} in ${place}`)
}

/** `TESTS_JSON=coverage/tests.json` keeps what became of each test, and its time. */
export function createReporters(): (Reporter | JsonReporter)[] {
  const { TESTS_JSON: outputFile } = process.env
  return outputFile === undefined ? [new Reporter()] : [new Reporter(), new JsonReporter({ outputFile })]
}
