// Short functions to call a test's server as a person.
import { tokenHeader } from '../../../src/contract/caller.ts'
import type { ActionName, Answer, Input } from '../../../src/contract/index.ts'
import type { Engine } from '../database/database.ts'
import { setUpClubs } from '../database/setUp.ts'
import { readEnv, startWorld, type World, type WorldOptions } from '../database/world.ts'
import { type EventSeed, type SeededClub, type SeededEvent, seedEvent } from './clubs.ts'

export interface ActionResponse<N extends ActionName> {
  readonly status: number
  readonly answer: Answer<N> & Record<string, unknown>
  readonly text: string
  readonly token: string | null
}

interface CallOptions {
  readonly token?: string | undefined
  readonly peer?: string | undefined
}

export interface ClubWorld extends World {
  /** A call to a club, from any address. The input is sent as it is, right or wrong. */
  request<N extends ActionName>(
    club: SeededClub | null,
    action: N,
    input: Input<N> | Record<string, unknown>,
    options?: CallOptions,
  ): Promise<ActionResponse<N>>
  /** The same, but only what it answers. */
  ask<N extends ActionName>(
    club: SeededClub | null,
    action: N,
    input: Input<N> | Record<string, unknown>,
    options?: CallOptions,
  ): Promise<ActionResponse<N>['answer']>
}

export async function openClubWorld(engine: Engine, options: WorldOptions = {}): Promise<ClubWorld> {
  const world = await startWorld(engine, {
    ...options,
    env: { TRUSTED_PROXY: '127.0.0.1', ...readEnv(options) },
  })
  const request: ClubWorld['request'] = async (club, action, input, { token, peer } = {}) => {
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
  }
  return {
    ...world,
    request,
    ask: async (...call) => (await request(...call)).answer,
  }
}

export function setUpClubWorld(engine: Engine, options?: WorldOptions): ClubWorld {
  return setUpClubs(() => openClubWorld(engine, options))
}

/** One more event of the club. It is published and begins tomorrow, if nothing else is asked for. */
export function addEvent(
  world: Pick<World, 'inClub' | 'now'>,
  club: SeededClub,
  seed: Partial<EventSeed> & Pick<EventSeed, 'name'>,
): Promise<SeededEvent> {
  const { timeZone, pictures } = club
  const today = new Date(world.now()).toISOString().slice(0, 10)
  return world.inClub(club, (tx) =>
    seedEvent({ tx, timeZone, today, startsIn: 1, pictures, published: true, ...seed }),
  )
}
