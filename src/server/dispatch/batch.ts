// `submit_batch`: each entry passes the check of a single call and gets the same answer (rules/offline 1.9).
import { bodyLimits } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'
import { type ActionName, getDefinition, isActionName, type ParsedInput } from '../../contract/index.ts'
import { isRecord } from '../../domain/isRecord.ts'
import { batchEntries, batches } from '../process/figures.ts'
import type { CheckedCall, ReadCall } from './callCheck.ts'
import type { Execution, Thrown } from './execution.ts'
import type { Outcome } from './outcome.ts'

/** The parts of dispatch that an entry needs like a single call. */
export interface BatchParts {
  readonly answering: Execution
  /** The check and the limits. */
  enter(name: ActionName, call: ReadCall, batch: CheckedCall): Promise<AdmittedCall>
  /** The text of a refusal that is not stored. */
  refuse(name: ActionName | null, call: ReadCall, error: unknown): string
  /** Told of every other outcome. */
  settle(outcome: Outcome): void
}

export interface AdmittedCall {
  readonly checked: CheckedCall
  /** Call it once, when the action has ended. */
  end(hasSucceeded: boolean): Promise<void>
}

/** The whole answer as JSON text, with one result for each entry, in the same order. */
export async function answerBatch(parts: BatchParts, batch: CheckedCall): Promise<string> {
  const { entries, agesMs = [] } = batch.input as ParsedInput<'submit_batch'>
  batches.inc()
  const results: string[] = []
  const groups = new Map<ActionName, (AdmittedCall & { place: number })[]>()
  for (const [place, entry] of entries.entries()) {
    const call = toCall(batch.call, entry, agesMs[place])
    let name: ActionName | null = null
    try {
      name = requireQueued(call)
      const entered = await parts.enter(name, call, batch)
      groups.set(name, [...(groups.get(name) ?? []), { ...entered, place }])
    } catch (error) {
      batchEntries.inc({ outcome: 'refused' })
      results[place] = toResult(call, parts.refuse(name, call, error))
    }
  }
  for (const [name, group] of groups) {
    const outcomes = await parts.answering.answerAll(group.map(({ checked }) => checked))
    for (const [index, { checked, place, end }] of group.entries()) {
      const outcome = outcomes[index] as Outcome | Thrown
      batchEntries.inc({
        outcome: 'thrown' in outcome ? 'failed' : outcome.code === null ? 'accepted' : 'refused',
      })
      if ('text' in outcome) parts.settle(outcome)
      await end('text' in outcome && outcome.code === null)
      const text = 'text' in outcome ? outcome.text : parts.refuse(name, checked.call, outcome.thrown)
      results[place] = toResult(checked.call, text)
    }
  }
  return `{"success":true,"results":[${results.join(',')}],"receipt":null}`
}

/** The entry as a single call with the headers of the batch. */
function toCall(batch: ReadCall, entry: unknown, ageMs: number | undefined): ReadCall {
  const body = isRecord(entry) ? entry : {}
  // measured only if one entry could be larger than a single call may be
  const isSmall = batch.bytes <= bodyLimits.plain
  const bytes = isSmall ? batch.bytes : Buffer.byteLength(JSON.stringify(body))
  return { ...batch, body: body as ReadCall['body'], bytes, ageMs }
}

function requireQueued({ body }: ReadCall): ActionName {
  const action = Object.hasOwn(body, 'action') ? body.action : undefined
  if (!isActionName(action) || !getDefinition(action).queued)
    throw toFault('action', 'may not wait in a queue')
  if (!Object.hasOwn(body, 'key') || body.key === undefined) throw toFault('key', 'must be a UUID')
  return action
}

function toFault(path: string, message: string): Failure {
  return new Failure('invalid-input', `Something in the entry is not right: ${path}.`, {
    faults: [{ path, message }],
  })
}

/** The stored text as it is, so that it is the same in a batch and in a single answer. */
function toResult({ body }: ReadCall, answer: string): string {
  const key = Object.hasOwn(body, 'key') && typeof body.key === 'string' ? body.key : null
  return `{"key":${JSON.stringify(key)},${answer.slice(1)}`
}
