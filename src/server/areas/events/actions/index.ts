// Handlers about events: lists, one event, its pack, classes, cars, shifts, makes and models.
import type { events as contract } from '../../../../contract/events.ts'
import { findShowDay } from '../../../../domain/event.ts'
import { findLowestShareType } from '../../../../domain/shift.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { isEvent } from '../../../event/db/event.ts'
import { listViewableClasses } from '../../../event/db/eventClass.ts'
import { listSchedules, listShifts } from '../../../event/db/shift.ts'
import { readEventDetails } from '../../../event/eventDetails.ts'
import { findEventPack, readEntries } from '../../../event/eventPack.ts'
import { findShownEvent } from '../../../event/preview.ts'
import { findSoldVendors } from '../../../event/vendorsBesidePack.ts'
import { findModels, listMakes } from '../db.ts'
import { listUpcoming } from './upcomingEvents.ts'

const unknownEvent = 'This event was not found.'

export const events = {
  async get_upcoming_events({ tx, tenant, now, services }, input) {
    const today = findShowDay(now, await getTimeZone(tx))
    return listUpcoming(tx, services, tenant, { today, availability: input.availability })
  },

  async get_event({ tx, tenant, services, preview, now, fail }, input) {
    const stored = await findShownEvent(tx, input.event, { preview, now })
    const [event] = stored === undefined ? [] : await readEventDetails(tx, services, tenant, [stored])
    if (event === undefined) return fail('event-not-found', unknownEvent)
    return { event, eventtickets: event.tickets, maps: event.maps }
  },

  async get_event_pack({ tx, tenant, services, preview, fail }, input) {
    const pack = await findEventPack(tx, services, tenant, input.eventId, preview)
    if (pack === undefined) return fail('event-not-found', unknownEvent)
    if (pack.version === input.version) return { version: pack.version, unchanged: true }
    const { success: _, ...content } = pack
    return content
  },

  async get_makes({ tx, fail }, input) {
    if (!(await isEvent(tx, input.eventId))) return fail('event-not-found', unknownEvent)
    return { makes: await listMakes(tx) }
  },

  async get_models({ tx, fail }, input) {
    const models = await findModels(tx, input.makeId)
    return models === undefined ? fail('make-not-found', 'This make was not found.') : { models }
  },

  async get_all_eventclasses({ tx, fail }, input) {
    if (!(await isEvent(tx, input.event))) return fail('event-not-found', unknownEvent)
    return { classes: await listViewableClasses(tx, input.event) }
  },

  async get_all_shifts({ tx, member, fail }, input) {
    if (!(await isEvent(tx, input.eventId))) return fail('event-not-found', unknownEvent)
    // here an expired member has only the rights of a visitor
    const lowest = findLowestShareType(member !== null && !member.isExpired)
    const schedules = await listSchedules(tx, input.eventId, lowest)
    const ids = schedules.map((schedule) => schedule.id)
    return {
      shifts: await listShifts(tx, ids, { availableOnly: input.availableOnly ?? false }),
      schedules,
    }
  },

  async get_later_entries({ tx, tenant, services, fail }, input) {
    if (!(await isEvent(tx, input.eventId))) return fail('event-not-found', unknownEvent)
    const { entries } = await readEntries(tx, services, tenant, input.eventId, 'later')
    return { cars: entries.cars }
  },

  async get_sold_vendors({ tx, tenant, services, fail }, input) {
    const sold = await findSoldVendors(tx, services, tenant, input.eventId)
    return sold ?? fail('event-not-found', unknownEvent)
  },

  async get_entries({ tx, tenant, services, fail }, input) {
    if (!(await isEvent(tx, input.eventId))) return fail('event-not-found', unknownEvent)
    const { entries } = await readEntries(tx, services, tenant, input.eventId)
    return { entries: entries.classes, cars: entries.cars }
  },
} satisfies Pick<Handlers, keyof typeof contract>
