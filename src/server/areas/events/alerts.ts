// What members are told of new events, and the followers of an event when it changes.
import { toCanonicalJson } from '../../../domain/canonicalJson.ts'
import { type Alerts, added, listInWords, toViewer } from '../../alerts/alertWords.ts'
import { findEvent } from '../../event/db/event.ts'
import { listElements, listMaps, listPlaces } from '../../event/db/eventMap.ts'
import { listVendors } from '../../event/db/vendor.ts'
import { pick } from '../../mail/language.ts'
import { toOneLine } from '../../mail/letter.ts'

/** The parts of an event that may change, with the page of the viewer that shows each. */
const parts = {
  times: { path: '', en: 'name, date or place', es: 'nombre, fecha o lugar' },
  schedule: { path: '/schedule', en: 'schedule', es: 'programa' },
  maps: { path: '/maps', en: 'maps', es: 'planos' },
  vendors: { path: '/vendors', en: 'vendors', es: 'vendedores' },
  notes: { path: '/more', en: 'event notes', es: 'notas del evento' },
} as const

export const alerts = {
  event: added({
    table: 'event',
    name: 'name',
    isShown: 'published',
    lastDay: 'end_on',
    firstDay: 'start_on',
    choice: 'notifyNewEvent',
    path: '/portal/member/events',
    words: {
      en: { one: 'New event', several: 'new events' },
      es: { one: 'Evento nuevo', several: 'eventos nuevos' },
    },
  }),
  change: {
    write({ parts: changed }, { language, event }) {
      const [only = 'times', ...others] = changed
      const names = changed.map((part) => parts[part][language])
      const named = listInWords(names, language)
      return {
        title: toOneLine(event?.name ?? ''),
        body: pick(language, { en: `Changed: ${named}.`, es: `Ha cambiado: ${named}.` }),
        path: `${toViewer(event)}${others.length === 0 ? parts[only].path : ''}`,
        tag: `change-${event?.id ?? 0}`,
      }
    },
    async readFace(tx, eventId, today) {
      const event = await findEvent(tx, eventId)
      if (event === undefined || event.end_on < today) return undefined
      const maps = await listMaps(tx, [eventId])
      const mapIds = maps.map(({ id }) => id)
      const elements = await listElements(tx, mapIds)
      const spaces = elements.map(({ mapId, element: { shape, x, y, w, h, a, row, num } }) => [
        ...[mapId, shape, x, y, w, h, a, row, num],
      ])
      const pictures = maps.map(({ id, label, picture_hash }) => [id, label, picture_hash])
      const places = await listPlaces(tx, eventId)
      return {
        times: toCanonicalJson([event.name, event.start_on, event.end_on, event.time_zone, event.place]),
        schedule: toCanonicalJson(event.schedule),
        maps: JSON.stringify([pictures, spaces, places]),
        vendors: toCanonicalJson(await listVendors(tx, [eventId])),
        notes: event.viewer_notes,
      }
    },
  },
} satisfies Partial<Alerts>
