// `club -- event ID --move-vendor VENDOR --to SPACE`: gives a vendor another free space.
import { eventWay } from '../../../officers/command.ts'
import { naming, needed, number, text } from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import { moveVendor as move } from './correctionActs.ts'
import { nameSpace, type Space } from './spaces.ts'

export const moveVendorWay = eventWay({
  options: {
    'move-vendor': naming(number("A vendor's id")),
    leave: text,
    to: needed(text, '--move-vendor needs --to with the new space.'),
  },
  help: `    --move-vendor VENDOR [--leave SPACE] --to SPACE
                                          gives a vendor another free space: by row and number, or by its id`,
  async run({ act, print }, { 'move-vendor': vendorId, ...spaces }) {
    const { vendor, from, to } = await act(move, { vendor: vendorId, ...spaces })
    print(
      `${toVisibleLine(vendor)} is on ${toName(to)} now; ${toName(from)} is free. The price stays as it was paid, and nobody gets a mail: tell the vendor. Phones show it when they next look.\n`,
    )
  },
})

function toName(space: Space): string {
  return toVisibleLine(nameSpace(space).label)
}
