// Rows 22, 32, 37 to 58, 75 to 83, 85, 87 and 88 of the actions: who may do what with what members share. What is refused
// changes no row.
import { beforeAll, describe, expect, it } from 'vitest'
import { type ActionName, areas } from '../../../../src/contract/index.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { activityRights } from '../../../support/community/activityRights.ts'
import { fileRights } from '../../../support/community/fileRights.ts'
import { listingRights, newListingRights } from '../../../support/community/listingRights.ts'
import { ownRights } from '../../../support/community/ownRights.ts'
import { feedRights, muteRights, postRights } from '../../../support/community/postRights.ts'
import { newRideRights, rideRights } from '../../../support/community/rideRights.ts'
import { callers, openRights, type RightsTable, type RightsWorld } from '../../../support/community/rights.ts'
import { rosterRights } from '../../../support/community/rosterRights.ts'
import { storeRights } from '../../../support/community/storeRights.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

/** Areas of which each action stands in a table. */
const shared: readonly (keyof typeof areas)[] = [
  'social',
  'rides',
  'classifieds',
  'roster',
  'activities',
  'files',
  'store',
]
/** Beside them: how sellers and listed members are reached, and what each has for themselves. */
const alone: readonly ActionName[] = ['get_member', ...(Object.keys(ownRights.actions) as ActionName[])]
/** For programs that do not sign in: tested in `areas/activities/calendar.test.ts` and `areas/files/links.test.ts`. */
const open: readonly string[] = ['read_calendar_feed', 'open_file']
const tables: readonly RightsTable[] = [
  postRights,
  feedRights,
  rideRights,
  newRideRights,
  listingRights,
  newListingRights,
  rosterRights,
  activityRights,
  fileRights,
  storeRights,
  ownRights,
  // last, because it leaves the author muted
  muteRights,
]
const namesOf = (table: RightsTable) => Object.keys(table.actions) as ActionName[]

it('has every action of what members share', () => {
  const listed = shared.flatMap((area) => Object.keys(areas[area]))
  const actions = [...listed.filter((name) => !open.includes(name)), ...alone]
  expect([...new Set(tables.flatMap(namesOf))].sort()).toEqual(actions.sort())
})

describeOnEachEngine('the rights', (engine) => {
  const world = setUpClubWorld(engine)
  let rights: RightsWorld
  beforeAll(async () => {
    rights = await openRights(world)
  })

  describe.each(tables)('on $about', (table) => {
    it.each(namesOf(table))('%s', async (name) => {
      const refused = await rights.callRefused(table, name)
      expect(refused).toMatchObject({ wrong: [], isSame: true })
      const allowed = await rights.callAllowed(table, name)
      expect(allowed.wrong).toEqual([])
      expect(refused.count + allowed.count).toBe(callers.length * table.things.length)
    })
  })
})
