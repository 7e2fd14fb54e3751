// What one call of an external action does, so that a test can compare two calls: statements, hashes, jobs,
// log lines.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { ActionName, Actions } from '../../../src/contract/index.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import type { Context } from '../../../src/server/dispatch/handler.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { countStatements } from './statements.ts'

type ExternalActionName = {
  [N in ActionName]: Actions[N]['effect'] extends 'external' ? N : never
}[ActionName]

export interface Work {
  readonly statements: number
  readonly hashes: number
  /** The number of jobs that it left. */
  readonly jobs: number
  readonly lines: number
  /** The code of a refusal, or ''. */
  readonly refused: string
}

/** Nothing else may run meanwhile: hashes are counted for the whole process. */
export async function measureWork<N extends ExternalActionName>(
  world: ClubWorld,
  club: SeededClub,
  run: (context: Context<N>) => Promise<unknown>,
): Promise<Work> {
  let statements = 0
  await world.engine.runDue()
  const jobsBefore = await countJobs(world)
  let lines = 0
  const count =
    <T>(body: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const counting = countStatements(tx)
      const result = await body(counting.tx)
      statements += counting.read()
      return result
    }
  const write = () => {
    lines += 1
  }
  const context = {
    tenant: club,
    principal: { ref: 'visitor', member: null, judge: null },
    member: null,
    key: crypto.randomUUID(),
    now: world.now(),
    language: null,
    peer: '192.0.2.77',
    services: {
      config: world.config,
      now: world.now,
      newId: crypto.randomUUID,
      database: {
        ...world.database,
        withoutClub: <T>(body: (tx: Tx) => Promise<T>) => world.database.withoutClub(count(body)),
      },
    },
    inTenant: <T>(body: (tx: Tx) => Promise<T>) => world.database.inTenant(club.id, count(body)),
    sendToken: () => undefined,
    log: { info: write, warn: write, error: write },
    fail: (refused: string) => {
      throw new Error(refused)
    },
  } as unknown as Context<N>
  const { createHmac, createHash } = crypto
  let hashes = 0
  const spy =
    <A extends unknown[], R>(make: (...args: A) => R) =>
    (...args: A): R => {
      hashes += 1
      return make(...args)
    }
  Object.assign(crypto, { createHmac: spy(createHmac), createHash: spy(createHash) })
  syncBuiltinESMExports()
  let refused = ''
  try {
    await run(context)
  } catch (error) {
    refused = (error as Error).message
  } finally {
    // its jobs count too; otherwise an answer after them would show which members there are
    await world.engine.runDue()
    Object.assign(crypto, { createHmac, createHash })
    syncBuiltinESMExports()
  }
  return { statements, hashes, jobs: (await countJobs(world)) - jobsBefore, lines, refused }
}

async function countJobs(world: ClubWorld): Promise<number> {
  const ids = await world.database.withoutClub((tx) => tx.selectFrom('job').select('id').execute())
  return ids.length
}
