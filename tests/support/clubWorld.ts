// Short ways to ask the server of a test as somebody, and to look into a club's rows.
import { tokenHeader } from '../../src/contract/caller.ts'
import type { ActionName, Answer, Input } from '../../src/contract/index.ts'
import type { Tx } from '../../src/server/db/open.ts'
import type { SeededClub } from './clubs.ts'
import type { Engine } from './database.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

export interface Asked<N extends ActionName> {
  readonly status: number
  readonly answer: Answer<N> & Record<string, unknown>
  readonly text: string
  readonly token: string | null
}

export interface ClubWorld extends World {
  /** A call to a club, from whatever address; the input is sent as it is, right or wrong. */
  ask<N extends ActionName>(
    club: SeededClub | null,
    action: N,
    input: Input<N> | Record<string, unknown>,
    options?: { token?: string; peer?: string },
  ): Promise<Asked<N>>
  inClub<T>(club: SeededClub, body: (tx: Tx) => Promise<T>): Promise<T>
}

export async function openClubWorld(engine: Engine, options: WorldOptions = {}): Promise<ClubWorld> {
  const world = await startWorld(engine, {
    ...options,
    env: { TRUSTED_PROXY: '127.0.0.1', ...options.env },
  })
  return {
    ...world,
    async ask(club, action, input, { token, peer } = {}) {
      const { status, text, headers } = await world.post(
        { ...(club === null ? {} : { tenantId: club.id }), ...input, action },
        {
          ...(token === undefined ? {} : { [tokenHeader]: token }),
          ...(peer === undefined ? {} : { 'X-Forwarded-For': peer }),
        },
      )
      const received = headers[tokenHeader.toLowerCase()]
      return {
        status,
        answer: JSON.parse(text),
        text,
        token: typeof received === 'string' ? received : null,
      }
    },
    inClub: (club, body) => world.database.inTenant(club.id, body),
  }
}
