// What an officer's act gets, whoever calls it. An act has a handler's shape: it knows of no flags, files,
// printing or tables, and the caller opens its transaction.
import {
  OfficerFailure,
  type OfficerFailureCode,
  type OfficerFailures,
  type Refusal,
} from '../../contract/officerFailures.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { StoredEvent } from '../event/db/event.ts'
import type { Services } from '../process/services.ts'

export interface ActContext {
  readonly tenant: TenantIdentity
  readonly services: Services
  /** Epoch milliseconds, one instant for the whole call. */
  readonly now: number
}

export interface EventActContext extends ActContext {
  readonly event: StoredEvent
}

/** Runs an act in a transaction of its own. */
export interface RunAct<C> {
  <Output>(act: (tx: Tx, context: C) => Promise<Output>): Promise<Output>
  <Input, Output>(act: (tx: Tx, context: C, input: Input) => Promise<Output>, input: Input): Promise<Output>
}

export interface Acts<C> {
  act: RunAct<C>
  /**
   * For an act of several transactions, because between them it speaks to somebody else: the card provider, the
   * mail, the disk. Each `step` is an act that is whole by itself.
   */
  steps<Input, Output>(
    act: (step: RunAct<C>, context: C, input: Input) => Promise<Output>,
    input: Input,
  ): Promise<Output>
}

/** For one command. Here alone the commands' transactions begin. */
export function createActs<C extends ActContext>(context: C): Acts<C> {
  const { services, tenant } = context
  const act = <Input, Output>(
    run: (tx: Tx, context: C, input: Input) => Promise<Output>,
    input: Input,
  ): Promise<Output> => services.database.inTenant(tenant.id, (tx) => run(tx, context, input))
  return { act: act as RunAct<C>, steps: (run, input) => run(act as RunAct<C>, context, input) }
}

/** Nobody buys, votes or follows there. */
export function refuseUnpublished({ id, name, published }: StoredEvent): void {
  if (!published) fail('not-possible', { why: 'not-published', event: { id, label: name } })
}

/** Ends the act with a code. The transaction rolls back. */
export function fail<C extends OfficerFailureCode>(code: C, details: OfficerFailures[C]): never {
  throw new OfficerFailure({ code, details } as Refusal)
}
