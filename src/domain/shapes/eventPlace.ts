// A place on a map of an event that is no stall, like a bandstand: each field once. Everybody sees it.
import { z } from 'zod'
import { lengths, mapUnits, refTo, required } from './fileValues.ts'
import { mapHeight, mapWidth } from './mapSize.ts'
import { column, shown, toWireShape } from './recordShape.ts'

export const eventPlaceFields = {
  label: shown(column.text('label', required(lengths.label))),
  map: shown(column.ref('event_map_id', 'event_map', refTo('a map of this event'))),
  x: shown(column.float('x', z.number().min(0).max(mapWidth).describe(mapUnits))),
  y: shown(column.float('y', z.number().min(0).max(mapHeight).describe(mapUnits))),
}

/** `map` is the map's id. The schedule and links name the place by its ref. */
export const eventPlaceWire = z.object({ ref: z.string(), ...toWireShape(eventPlaceFields) })
