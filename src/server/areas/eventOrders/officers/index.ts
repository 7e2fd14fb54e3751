// `club -- event ID`: who comes to an event and what was sold, and what officers correct or sell at the gate.
import { type EventCommandContext, type OptionName, UsageFault } from '../../../officers/command.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { admit } from './admission.ts'
import { changeCar } from './carChange.ts'
import { showEvent } from './eventLists.ts'
import { sellAtGate } from './gateSale.ts'
import { moveVendor } from './vendorMove.ts'

const ways: Ways<EventCommandContext> = {
  admit: { allowed: [], run: admit },
  sell: {
    allowed: ['quantity', 'class', 'year', 'make', 'model', 'name', 'email', 'phone'],
    run: sellAtGate,
  },
  'move-vendor': { allowed: ['from', 'to'], run: moveVendor },
  car: { allowed: ['class', 'number'], run: changeCar },
  plain: { allowed: ['find', 'csv', 'overwrite'], run: showEvent },
}

export const eventOptions: readonly OptionName[] = [
  ...new Set(
    Object.entries(ways).flatMap(([name, way]) => [
      ...(name === 'plain' ? [] : [name as OptionName]),
      ...way.allowed,
    ]),
  ),
]

export function runEvent(context: EventCommandContext): Promise<number> {
  if (context.flags.overwrite && context.flags.csv === undefined) {
    throw new UsageFault('--overwrite needs --csv.')
  }
  return runWay(context, ways, { command: 'event' })
}
