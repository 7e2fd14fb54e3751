// Rows 37 to 45 and 75 to 78 of the actions: who may do what with posts. What is refused changes no row.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ActionName, areas } from '../../../../src/contract/index.ts'
import { type ClubWorld, openClubWorld } from '../../../support/clubs/clubWorld.ts'
import { feedRights, muteRights, postRights } from '../../../support/community/postRights.ts'
import { callers, openRights, type RightsTable, type RightsWorld } from '../../../support/community/rights.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

/** Areas of which each action stands in a table. */
const shared: readonly (keyof typeof areas)[] = ['social']
const tables: readonly RightsTable[] = [postRights, feedRights, muteRights]
const namesOf = (table: RightsTable) => Object.keys(table.actions) as ActionName[]

it('has every action of what members share', () => {
  const actions = shared.flatMap((area) => Object.keys(areas[area]))
  expect([...new Set(tables.flatMap(namesOf))].sort()).toEqual(actions.sort())
})

describeOnEachEngine('the rights', (engine) => {
  let world: ClubWorld
  let rights: RightsWorld
  beforeAll(async () => {
    world = await openClubWorld(engine)
    rights = await openRights(world)
  })
  afterAll(() => world.dispose())

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
