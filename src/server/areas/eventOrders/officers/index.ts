// `club -- event ID`: who comes to an event and what was sold, and what officers correct or sell at the gate.
import type { Command } from '../../../officers/command.ts'
import { admit } from './admission.ts'
import { changeCarWay } from './carChange.ts'
import { showEvent } from './eventLists.ts'
import { sellAtGateWay } from './gateSale.ts'
import { moveVendorWay } from './vendorMove.ts'

export const eventCommand: Command = {
  takes: 'event',
  alone: {
    plain: showEvent,
    byOption: { admit, sell: sellAtGateWay, 'move-vendor': moveVendorWay, car: changeCarWay },
  },
}
