// The rights on the club's files, as row 52 of the actions gives them: every member whose membership lasts sees what
// is shared, and nothing else.
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { hasId, type RightsTable } from './rights.ts'

const shared = 'a shared file'
const foreign = "the other club's shared file"
const things = [shared, 'a file that is not shared', foreign]

async function make(world: ClubWorld): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const thing of things) {
    const club = thing === foreign ? world.clubs.b : world.clubs.a
    const row = {
      name: thing,
      content_type: 'application/pdf',
      hash: 'f'.repeat(40),
      bytes: 1,
      shared: thing === shared || thing === foreign,
    }
    ids[thing] = (await world.insertRow(club, 'media_file', row)).id
  }
  return ids
}

export const fileRights: RightsTable = {
  about: 'files',
  things,
  make,
  actions: {
    get_media: {
      // the one who asks for more gets no more
      input: (_id, turn) => (turn % 2 === 0 ? { shared: true } : { shared: false }),
      shows: ({ media }, id) => hasId(media, id),
      answer: (caller, thing) =>
        thing === (caller === 'member of the other club' ? foreign : shared) ? 'done' : 'absent',
    },
  },
}
