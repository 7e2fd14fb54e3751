import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { events } from '../../../../src/server/areas/events/actions/index.ts'
import { listUpcomingEvents } from '../../../../src/server/event/db/event.ts'
import { readEventDetails } from '../../../../src/server/event/eventDetails.ts'
import { secretMark } from '../../../support/clubs/clubs.ts'
import { addEvent, setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { countStatements } from '../../../support/database/statements.ts'

describeOnEachEngine('asking about events', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  describe('the list of upcoming events', () => {
    it('has the published ones that end today or later, the nearest first', async () => {
      const later = {
        autumn: await addEvent(world, a, { name: 'Autumn', startsIn: 90 }),
        endsToday: await addEvent(world, a, { name: 'Ends today', startsIn: -1 }),
        endedYesterday: await addEvent(world, a, { name: 'Ended yesterday', startsIn: -2 }),
      }
      const { answer, text } = await world.request(a, 'get_upcoming_events', { availability: '0' })
      expect(answer.events?.map((event) => event.id)).toEqual([
        later.endsToday.id,
        a.show.id,
        later.autumn.id,
      ])
      expect(text).not.toContain(secretMark)
      const made = [later.autumn.id, later.endsToday.id, later.endedYesterday.id]
      await world.deleteRows(a, 'judge_grant', { event_id: made })
      await world.deleteRows(a, 'event', { id: made })
    })

    it('is made once while nothing has changed, and again when an event has', async () => {
      const list = (availability: '0' | '1') => world.request(a, 'get_upcoming_events', { availability })
      const countReads = () =>
        world.inClub(a, async (tx) => {
          const counting = countStatements(tx)
          const context = { tx: counting.tx, tenant: a, now: world.now(), services: world }
          const listed = await events.get_upcoming_events(context as never, { availability: '0' })
          return { reads: counting.read(), listed }
        })
      const first = await list('0')
      const [once, twice] = [await countReads(), await countReads()]
      expect(twice.reads).toBeLessThan(4)
      expect(twice.listed).toBe(once.listed)
      const rename = (name: string) => world.reviseEvent(a, a.show.id, { name })
      await rename('Another name')
      for (const availability of ['0', '1'] as const) {
        const { answer } = await list(availability)
        expect(answer.events?.[0]?.name).toBe('Another name')
      }
      await rename(first.answer.events?.[0]?.name ?? '')
      expect((await list('0')).text).toBe(first.text)
    })

    it("goes by the club's day, not by the server's", async () => {
      // the show's last day, the 14th, ends with the night after it, at 4 in the morning in New York
      const wait = Date.parse('2026-06-15T07:30:00Z') - world.now()
      world.pass(wait)
      const lastNight = await world.request(a, 'get_upcoming_events', {})
      expect(lastNight.answer.events?.map((event) => event.id)).toEqual([a.show.id])
      expect(lastNight.answer.past).toEqual([])
      world.pass(3_600_000)
      const { name, startDate, endDate } = lastNight.answer.events?.[0] ?? {}
      const past = [{ id: a.show.id, name, startDate, endDate }]
      expect(await world.ask(a, 'get_upcoming_events', {})).toMatchObject({ events: [], past })
      // its buyers look it up for sixty days
      world.pass(60 * dayMs - 2 * 3_600_000)
      expect((await world.ask(a, 'get_upcoming_events', {})).past).toEqual(past)
      const lookup = { eventId: a.show.id, email: 'buyer@example.org' }
      expect(await world.ask(a, 'find_entry', lookup)).toMatchObject({ success: true })
      world.pass(4 * 3_600_000)
      expect((await world.ask(a, 'get_upcoming_events', {})).past).toEqual([])
      world.pass(-wait - 60 * dayMs - 3 * 3_600_000)
    })

    it('leaves out tickets that are not sold on the panel, unless all are asked for', async () => {
      const described = async (input: Record<string, unknown>) => {
        const answer = await world.ask(a, 'get_upcoming_events', input)
        return answer.events?.[0]?.tickets.map((ticket) => ticket.description)
      }
      expect(await described({})).toEqual(['Day pass'])
      expect(await described({ availability: '0' })).toEqual(['Day pass'])
      expect(await described({ availability: 0 })).toEqual(['Day pass'])
      expect(await described({ availability: '1' })).toEqual(['Day pass', 'Box office only'])
    })

    it('shows no draft, whatever availability says', async () => {
      for (const availability of ['1', '2', 'draft', '', null, true, ['1'], { $gt: '' }]) {
        const { text } = await world.request(a, 'get_upcoming_events', { availability })
        expect(text).not.toContain(secretMark)
      }
    })

    it('takes as many statements for twenty events of three hundred spaces as for one', async () => {
      const { b } = world.clubs
      const today = '2026-06-12'
      const count = () =>
        world.inClub(b, async (tx) => {
          const counted = countStatements(tx)
          const stored = await listUpcomingEvents(counted.tx, today)
          const events = await readEventDetails(
            counted.tx,
            { config: { hostDomain: null } as never },
            b,
            stored,
          )
          return { statements: counted.read(), events }
        })
      const one = await count()
      expect(one.events).toHaveLength(1)
      for (let index = 0; index < 19; index++) {
        await addEvent(world, b, { name: `Meeting ${index}`, startsIn: 10 + index, spaces: 300 })
      }
      const twenty = await count()
      expect(twenty.events).toHaveLength(20)
      expect(twenty.events[19]?.maps[0]?.elements).toHaveLength(300)
      expect(twenty.statements).toBe(one.statements)
      expect(one.statements).toBeLessThanOrEqual(8)
    })
  })

  describe('one event', () => {
    it('is answered in dollars, instants, calendar days and addresses', async () => {
      const answer = await world.ask(a, 'get_event', { event: a.show.id })
      expect(answer.event).toMatchObject({
        id: a.show.id,
        startDate: '2026-06-13',
        endDate: '2026-06-14',
        timeZone: 'America/New_York',
        reg_price: 35.5,
        regMemberDiscount: 5,
        reg_startdate: '2026-06-11T04:00:00.000Z',
        reg_enddate: '2026-06-13T22:00:00.000Z',
        images: [{ imageData: `/media/${a.pictures.event}.webp?subdomain=harbor` }],
        publicScheduleCount: 1,
        votesPerClass: 1,
      })
      expect(JSON.parse(answer.event?.schedule ?? '')).toEqual([
        {
          date: '2026-06-13',
          entries: [
            { id: 'gates', startTime: '08:00', endTime: '09:00', label: 'Gates open', place: 'North' },
          ],
        },
      ])
      expect(answer.eventtickets).toEqual(answer.event?.tickets)
      expect(answer.eventtickets?.[0]).toMatchObject({ price: 10, limit: 8, remaining: 200, availability: 0 })
      expect(answer.maps).toEqual(answer.event?.maps)
      const [north, walk] = answer.maps ?? []
      expect(north).toMatchObject({
        label: 'North field',
        memberDiscount: 2,
        backgroundImage: `/media/${a.pictures.map}.webp?subdomain=harbor`,
        reservations: [{ vendorId: a.show.vendorIds[0] }],
      })
      expect(north?.elements.map((one) => `${one.shape} ${one.row}${one.num} ${one.cost}`)).toEqual([
        'box A1 25.25',
        'circle A2 25.25',
        'box A3 25.25',
      ])
      expect(north?.reservations[0]?.eventMapElementId).toBe(north?.elements[0]?.id)
      expect(walk).toMatchObject({ elements: [], reservations: [], availableStartdate: null })
      expect(answer.event?.vendors.map((vendor) => vendor.name)).toEqual(['Clam Shack', 'Zephyr Parts'])
    })

    it('is found when it is past, and not when it is a draft, unknown, or of another club', async () => {
      expect((await world.ask(a, 'get_event', { event: a.past.id })).success).toBe(true)
      for (const event of [a.draft.id, world.clubs.b.show.id, 2_147_483_647]) {
        const { status, answer } = await world.request(a, 'get_event', { event })
        expect([status, answer.success, answer.code]).toEqual([200, false, 'event-not-found'])
      }
    })

    it('has its own zone where it names one', async () => {
      await world.changeRows(a, 'event', { id: a.past.id }, { time_zone: 'Europe/Lisbon' })
      expect((await world.ask(a, 'get_event', { event: a.past.id })).event?.timeZone).toBe('Europe/Lisbon')
    })
  })

  describe("an event's pack", () => {
    it('holds everything of the event in one answer', async () => {
      const answer = await world.ask(a, 'get_event_pack', { eventId: a.show.id })
      const { answer: single } = await world.request(a, 'get_event', { event: a.show.id })
      const { answer: entries } = await world.request(a, 'get_entries', { eventId: a.show.id })
      const { answer: forms } = await world.request(a, 'get_judging_forms', { eventId: a.show.id })
      const { answer: classes } = await world.request(a, 'get_all_eventclasses', { event: a.show.id })
      expect(answer.maps).toEqual(single.maps)
      expect(answer.vendors).toEqual(single.event?.vendors)
      expect(answer.schedule).toEqual(JSON.parse(single.event?.schedule ?? ''))
      expect(answer.entries).toEqual({ classes: entries.entries, cars: entries.cars })
      expect(answer.forms).toEqual(forms.forms)
      expect(answer.classes).toEqual(classes.classes)
      const { maps: _, vendors: __, schedule: ___, ...event } = single.event ?? {}
      expect(answer.event).toEqual(event)
      expect(answer.generatedAt).toBe(new Date(world.now()).toISOString())
    })

    it('says "unchanged" to whoever has this version, at any time', async () => {
      const answer = await world.ask(a, 'get_event_pack', { eventId: a.show.id })
      world.pass(60_000)
      const again = await world.request(a, 'get_event_pack', { eventId: a.show.id, version: answer.version })
      expect(again.answer).toEqual({ success: true, version: answer.version, unchanged: true })
      world.pass(-60_000)
    })

    it('gets a new version when the event has changed, and the old one back with the old content', async () => {
      const pack = () => world.ask(a, 'get_event_pack', { eventId: a.show.id })
      const move = (name: string) => world.reviseEvent(a, a.show.id, { viewer_notes: name })
      const before = await pack()
      await move('Rain: bring a coat.')
      const changed = await pack()
      await move('Bring a hat.')
      const restored = await pack()
      expect(changed.version).not.toBe(before.version)
      expect(changed.event?.viewerNotes).toBe('Rain: bring a coat.')
      expect(restored.version).toBe(before.version)
    })

    it("follows the club's zone", async () => {
      const { b } = world.clubs
      const zone = (time_zone: string) => world.changeRows(b, 'club', {}, { time_zone })
      const before = await world.request(b, 'get_event_pack', { eventId: b.past.id })
      await zone('America/Denver')
      const after = await world.request(b, 'get_event_pack', { eventId: b.past.id })
      expect(after.answer.event?.timeZone).toBe('America/Denver')
      expect(after.answer.version).not.toBe(before.answer.version)
      await zone(b.timeZone)
    })
  })

  describe('what a form offers to choose from', () => {
    it('is makes and models by name', async () => {
      const makes = await world.request(a, 'get_makes', { eventId: a.show.id })
      expect(makes.answer.makes?.map((make) => make.label)).toEqual(['Hudson', 'Studebaker'])
      const models = await world.request(a, 'get_models', { makeId: a.makeId })
      expect(models.answer.models?.map((model) => model.label)).toEqual(['Avanti', 'Lark'])
    })

    it('is classes by number', async () => {
      const answer = await world.ask(a, 'get_all_eventclasses', { event: a.show.id, viewable: true })
      expect(answer.classes?.map((one) => `${one.number} ${one.description}`)).toEqual([
        '1 Sedans',
        '2 Trucks',
      ])
    })

    it('is refused with the sentence where clients read it, too: in `message`', async () => {
      const { text } = await world.request(a, 'get_all_eventclasses', { event: 999_999 })
      expect(JSON.parse(text)).toMatchObject({
        success: false,
        code: 'event-not-found',
        errorMessage: 'This event was not found.',
        message: 'This event was not found.',
      })
      const wrong = await world.request(a, 'get_all_eventclasses', { event: -1 })
      expect(JSON.parse(wrong.text)).toMatchObject({ code: 'invalid-input', message: expect.any(String) })
    })
  })

  describe('shifts', () => {
    it("are everybody's for a visitor, and the members' too for a member", async () => {
      const [gate, tent] = a.show.scheduleIds
      const visitor = await world.request(a, 'get_all_shifts', { eventId: a.show.id })
      expect(visitor.answer.schedules?.map((schedule) => schedule.id)).toEqual([gate])
      expect(visitor.answer.shifts).toEqual([
        {
          id: a.show.shiftIds[0],
          schedule: gate,
          shiftDate: '2026-06-14',
          start: 7,
          startMinute: 30,
          duration: 2.5,
          remaining: 1,
        },
        expect.objectContaining({ id: a.show.shiftIds[1], start: 10, startMinute: 0, remaining: 0 }),
      ])
      const token = await world.signIn(a, 'member')
      const member = await world.request(a, 'get_all_shifts', { eventId: a.show.id }, { token })
      expect(member.answer.schedules?.map((schedule) => schedule.id)).toEqual([gate, tent])
      expect(member.answer.shifts).toHaveLength(3)
    })

    it("are a visitor's for a member whose membership has expired", async () => {
      const token = await world.signIn(a, 'expired')
      const answer = await world.ask(a, 'get_all_shifts', { eventId: a.show.id }, { token })
      expect(answer.schedules?.map((schedule) => schedule.shareType)).toEqual([3])
    })

    it('that are full are left out when only free ones are asked for', async () => {
      const answer = await world.ask(a, 'get_all_shifts', { eventId: a.show.id, availableOnly: true })
      expect(answer.shifts?.map((shift) => shift.id)).toEqual([a.show.shiftIds[0]])
    })
  })

  describe('entries', () => {
    it('are numbers by class, each in order, and the cars without their owners', async () => {
      const answer = await world.ask(a, 'get_entries', { eventId: a.show.id })
      expect(answer.entries).toEqual([
        { carClass: 1, classDescription: 'Sedans', carNumbers: ['12', '110'] },
        { carClass: 2, classDescription: 'Trucks', carNumbers: ['201'] },
      ])
      expect(answer.cars?.[0]).toEqual({
        number: '12',
        carClass: 1,
        year: '1963',
        make: 'Studebaker',
        model: 'Lark',
        picture: '',
      })
    })

    it('name the class of a car that stands in one that is not offered', async () => {
      const { b } = world.clubs
      const of = { event_id: b.past.id }
      await world.insertRow(b, 'event_class', { ...of, number: 8, description: 'Guests', viewable: false })
      await world.insertRow(b, 'entry', { ...of, car_number: '801', class_number: 8 })
      const answer = await world.ask(b, 'get_entries', { eventId: b.past.id })
      expect(answer.entries).toContainEqual({ carClass: 8, classDescription: 'Guests', carNumbers: ['801'] })
    })
  })

  it('finds nothing of an event that is a draft, unknown or of another club', async () => {
    for (const event of [a.draft.id, world.clubs.b.show.id, 2_147_483_647]) {
      for (const action of ['get_event_pack', 'get_makes', 'get_all_shifts', 'get_entries'] as const) {
        expect((await world.ask(a, action, { eventId: event })).code).toBe('event-not-found')
      }
      expect((await world.ask(a, 'get_all_eventclasses', { event })).code).toBe('event-not-found')
    }
    expect((await world.ask(a, 'get_models', { makeId: world.clubs.b.makeId })).code).toBe('make-not-found')
  })
})
