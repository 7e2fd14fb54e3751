// A reporter for Vitest: writes what passed, failed and was skipped to a file that `npm test` reads.
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { selectedTitles } from './longTests.ts'
import type { TimeSpent } from './processorTime.ts'

export interface Failing {
  title: string
  reason: string
}

export interface ProjectTime {
  name: string
  files: number
  /** For all files of a project together, which run side by side. */
  seconds: number
}

/** What a part of `npm test` reports. */
export interface Tally {
  passed: number
  failing: Failing[]
  skipped: string[]
  projects: ProjectTime[]
}

export interface PartReport extends Tally {
  spent: TimeSpent
}

export class VitestTallyReporter implements Reporter {
  private readonly path: string
  private vitest: Vitest | undefined

  constructor(path: string) {
    this.path = path
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const withState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state)
    const tally: Tally = {
      passed: withState('passed').length,
      failing: [
        ...withState('failed').map((test) => ({
          title: `${this.nameFile(test.module)} › ${test.fullName}`,
          reason: tellErrors(test.result().errors ?? []),
        })),
        ...modules.flatMap((module) => [
          ...this.listBroken(this.nameFile(module), module.errors()),
          ...[...module.children.allSuites()].flatMap((suite) =>
            this.listBroken(`${this.nameFile(module)} › ${suite.fullName}`, suite.errors()),
          ),
        ]),
        ...this.listBroken('no test caught it', unhandled),
      ],
      // what is left to the proof is in its list
      skipped: withState('skipped')
        .map((test) => test.fullName)
        .filter((title) => selectedTitles.test(title)),
      projects: sumProjects(modules),
    }
    writeFileSync(this.path, JSON.stringify(tally))
  }

  private nameFile(module: TestModule): string {
    return `${module.project.name} › ${module.moduleId.slice((this.vitest?.config.root.length ?? -1) + 1)}`
  }

  private listBroken(title: string, errors: readonly SerializedError[]): Failing[] {
    return errors.length === 0 ? [] : [{ title, reason: tellErrors(errors) }]
  }
}

function sumProjects(modules: readonly TestModule[]): ProjectTime[] {
  return [...Map.groupBy(modules, ({ project }) => project.name)].map(([name, files]) => ({
    name,
    files: files.length,
    seconds:
      files
        .map((file) => file.diagnostic())
        .reduce((sum, { collectDuration, duration }) => sum + collectDuration + duration, 0) / 1000,
  }))
}

function tellErrors(errors: readonly SerializedError[]): string {
  return errors
    .map(({ message, diff, stack }) => [stack || message, diff].filter(Boolean).join('\n'))
    .join('\n')
}
