// Reads what the runner of the journeys wrote.
import type { Failing, ProjectTime, Tally } from './vitestTally.ts'

interface TestError {
  message?: string
  stack?: string
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    tests: {
      projectName: string
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      annotations: { type: string; description?: string }[]
      results: { errors: TestError[]; duration: number; attachments?: { name: string; path?: string }[] }[]
    }[]
  }[]
}

export interface JourneyReport {
  suites: Suite[]
  errors: TestError[]
}

interface Journey {
  title: string
  project: string
  file: string
  status: Suite['specs'][number]['tests'][number]['status']
  errors: TestError[]
  reason: string | undefined
  /** The path of what the browser recorded, where it was asked to. */
  trace: string | undefined
  ms: number
}

export function tallyJourneys({ suites, errors }: JourneyReport): Tally {
  const journeys = listJourneys(suites)
  return {
    passed: journeys.filter(({ status }) => status === 'expected').length,
    failing: [
      ...listFailedJourneys(journeys),
      ...errors.map((error) => ({ title: 'no journey caught it', reason: tellErrors([error]) })),
    ],
    skipped: journeys
      .filter(({ status }) => status === 'skipped')
      .map(({ title, reason }) => (reason === undefined ? title : `${title}: ${reason}`)),
    projects: sumJourneys(journeys),
  }
}

function listFailedJourneys(journeys: readonly Journey[]): Failing[] {
  return journeys
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ title, errors, trace }) => ({
      title,
      reason: [tellErrors(errors), ...(trace === undefined ? [] : [`trace: ${trace}`])].join('\n'),
    }))
}

function listJourneys(suites: readonly Suite[]): Journey[] {
  return suites.flatMap((suite) => [
    ...listJourneys(suite.suites ?? []),
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status, annotations, results }) => ({
        title: `${projectName} › ${file} › ${title}`,
        project: projectName,
        file,
        status,
        errors: results.flatMap(({ errors }) => errors),
        reason: annotations.find(({ type }) => type === 'skip')?.description,
        trace: results.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'trace')
          ?.path,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
  ])
}

function sumJourneys(journeys: readonly Journey[]): ProjectTime[] {
  return [...Map.groupBy(journeys, ({ project }) => project)].map(([name, own]) => ({
    name,
    files: new Set(own.map(({ file }) => file)).size,
    seconds: own.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  }))
}

function tellErrors(errors: readonly TestError[]): string {
  return errors.map(({ message, stack }) => stack ?? message ?? 'It says no reason.').join('\n')
}
