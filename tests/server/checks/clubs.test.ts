// What the doctor and a start say of the clubs of an instance that has very many.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkInside } from '../../../src/server/checks/inside.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

describeOnEachEngine('an instance with many clubs', (engine) => {
  const world = setUpWorld(engine)

  it('is told in a line that somebody can read', async () => {
    await world.database.withoutClub((tx) =>
      tx
        .insertInto('tenant')
        .values(Array.from({ length: 1000 }, (_, at) => ({ slug: `club-${at}` })))
        .execute(),
    )
    const { clubs } = await checkInside({ ...world, newId: randomUUID }, ['clubs'])
    expect(clubs).toHaveLength(1)
    expect(clubs?.[0]?.text).toContain('There are 1002 clubs (harbor, mesa, club-0, ')
    expect(clubs?.[0]?.text).toContain(' and 992 more), and no setting says which one is meant')
  })
})
