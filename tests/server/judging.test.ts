import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClubWorld, openClubWorld } from '../support/clubWorld.ts'
import { describeOnEachEngine } from '../support/database.ts'

describeOnEachEngine('asking about judging', (engine) => {
  let world: ClubWorld
  beforeAll(async () => {
    world = await openClubWorld(engine)
  })
  afterAll(() => world.dispose())

  it("answers the event's forms with their criteria in order", async () => {
    const { a } = world.clubs
    const { answer } = await world.ask(a, 'get_judging_forms', { eventId: a.show.id })
    expect(answer.forms).toEqual([
      {
        id: a.show.formIds[0],
        title: 'Stock cars',
        criteria: [
          { id: expect.any(Number), title: 'Paint', minScore: 0, maxScore: 10, weight: 1.5 },
          { id: expect.any(Number), title: 'Engine', minScore: 1, maxScore: 20, weight: 1 },
        ],
      },
    ])
  })

  it('shows a form that has no criteria yet', async () => {
    const { a } = world.clubs
    await world.inClub(a, (tx) =>
      tx
        .insertInto('judging_form')
        .values({ tenant_id: a.id, event_id: a.past.id, title: 'Empty', position: 9 })
        .execute(),
    )
    const { answer } = await world.ask(a, 'get_judging_forms', { eventId: a.past.id })
    expect(answer.forms?.map((form) => [form.title, form.criteria.length])).toEqual([
      ['Stock cars', 2],
      ['Empty', 0],
    ])
  })

  it("answers no form of a draft or of another club's event", async () => {
    const { a, b } = world.clubs
    for (const eventId of [a.draft.id, b.show.id]) {
      const { answer } = await world.ask(a, 'get_judging_forms', { eventId })
      expect([answer.code, answer.forms]).toEqual(['event-not-found', undefined])
    }
  })
})
