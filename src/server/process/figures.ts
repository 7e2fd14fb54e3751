// What this process has done since its start, counted where it is done, for `/metrics`. A label is one of few words that
// the program knows: never what a stranger or a club has typed.
import { Counter, Registry } from 'prom-client'

/** Of the thread with the engine. */
export const workFigures = new Registry()

function count<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): Counter<Label> {
  return new Counter({
    name: `showfield_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [workFigures],
  })
}

export const batches = count('batches_total', 'Deliveries of phones that were answered.', [])
export const batchEntries = count(
  'batch_entries_total',
  'What phones have delivered, by what became of it.',
  ['outcome'],
)
export const jobRuns = count('job_runs_total', 'Tries of jobs: done, again or failed.', ['kind', 'outcome'])
export const mails = count('mails_total', 'Mails: sent, failed in this try, or left in the sandbox.', [
  'outcome',
])
export const pushes = count('pushes_total', 'Notifications handed to push services, by what came of it.', [
  'outcome',
])
export const textMessages = count('text_messages_total', 'Text messages handed to the service.', ['outcome'])
