// An officer at the command line of one club.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import type { Engine } from '../database/database.ts'
import { makeTestFolder } from '../database/testFolder.ts'
import type { World } from '../database/world.ts'
import type { SeededClub } from './clubs.ts'
import { type ClubWorld, setUpClubWorld } from './clubWorld.ts'

export interface Said {
  readonly code: number
  readonly text: string
}

export type Officer = (...args: (string | number)[]) => Promise<Said>

/** Runs commands of `npm run club` for this club, or for one that they name. */
export function createOfficer(
  world: Pick<World, 'database' | 'config' | 'now'>,
  club: Pick<SeededClub, 'slug'>,
): Officer {
  return async (...args) => {
    let text = ''
    const services = { ...world, newId: randomUUID }
    const words = args.map(String)
    const tenant = words.includes('--tenant') ? [] : ['--tenant', club.slug]
    const code = await runClubCommand(services, [...words, ...tenant], (printed) => {
      text += printed
    })
    return { code, text }
  }
}

interface Office {
  readonly world: ClubWorld
  readonly club: SeededClub
  readonly run: Officer
  /** For what commands read and write. */
  readonly folder: string
}

/** The first club and an officer of it. */
export function setUpOffice(engine: Engine): Office {
  const world = setUpClubWorld(engine)
  const club = world.clubs.a
  return { world, club, run: createOfficer(world, club), folder: makeTestFolder() }
}

/** The text of a command that must have done what it says. */
export async function expectDone(said: Promise<Said>): Promise<string> {
  const { code, text } = await said
  expect(code, text).toBe(0)
  return text
}

/** The text of a command that must have been refused. */
export async function expectRefused(said: Promise<Said>): Promise<string> {
  const { code, text } = await said
  expect(code, text).toBeGreaterThan(0)
  return text
}
