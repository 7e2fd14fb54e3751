// An officer at the command line of one club.
import { randomUUID } from 'node:crypto'
import { runClubCommand } from '../../../src/server/officers/clubCommands.ts'
import type { World } from '../database/world.ts'
import type { SeededClub } from './clubs.ts'

export interface Said {
  readonly code: number
  readonly text: string
}

export type Officer = (...args: string[]) => Promise<Said>

/** Runs commands of `npm run club` for this club. */
export function createOfficer(
  world: Pick<World, 'database' | 'config' | 'now'>,
  club: Pick<SeededClub, 'slug'>,
): Officer {
  return async (...args) => {
    let text = ''
    const services = { ...world, newId: randomUUID }
    const code = await runClubCommand(services, [...args, '--tenant', club.slug], (printed) => {
      text += printed
    })
    return { code, text }
  }
}
