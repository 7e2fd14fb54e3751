// `club -- event ID --car NUMBER`: gives a car another class or number, before anybody has judged it.
import { findCarNumber, isNumberOfClass } from '../../../../domain/carNumber.ts'
import type { Tx } from '../../../db/open.ts'
import { countSale, lockEvent } from '../../../event/db/event.ts'
import { listClasses } from '../../../event/db/eventClass.ts'
import { isJudged, listCarNumbers } from '../../../event/db/showEntry.ts'
import {
  CommandRefused,
  type EventCommandContext,
  parseNumber,
  UsageFault,
} from '../../../officers/command.ts'
import { toList, toVisibleLine } from '../../../officers/words.ts'
import { correctLine } from '../../../order/db/lineCorrection.ts'
import { addHistory, findOrder, type StoredOrder } from '../../../order/db/order.ts'
import { findCar, isVotedFor, renumberCar } from '../db/carCorrection.ts'

interface CarChange {
  readonly from: string
  readonly to: string
  readonly classNumber: number
  readonly at: Date
}

export async function changeCar({
  services,
  tenant,
  event,
  flags,
  print,
}: EventCommandContext): Promise<number> {
  const from = toNumber(flags.car ?? '')
  const wanted = flags.number === undefined ? undefined : toNumber(flags.number)
  const wantedClass = flags.class === undefined ? undefined : parseNumber(flags.class, "A class's number")
  if (wanted === undefined && wantedClass === undefined) {
    throw new UsageFault('--car needs --class, --number or both.')
  }
  const at = new Date(services.now())
  const text = await services.database.inTenant(tenant.id, async (tx) => {
    const known = await findCar(tx, event.id, from)
    if (known === undefined) throw new CommandRefused(`The event has no car ${from}. Nothing was changed.`)
    // as sales and refunds do: the order, then the event
    const order = known.orderId === null ? undefined : await findOrder(tx, { id: known.orderId }, 'lock')
    await lockEvent(tx, event.id)
    const classes = await listClasses(tx, event.id)
    const classNumber = wantedClass ?? known.classNumber
    const newClass = classes.find(({ number }) => number === classNumber)
    if (newClass === undefined) {
      const numbers = toList(classes.map(({ number }) => number))
      throw new CommandRefused(
        `The event has no class ${classNumber}; it has ${numbers}. Nothing was changed.`,
      )
    }
    await refuseJudged(tx, event.id, known)
    const to = await chooseNumber(tx, event.id, {
      from,
      wanted,
      isSameClass: classNumber === known.classNumber,
      classNumber,
      classNumbers: classes.map(({ number }) => number),
    })
    const change: CarChange = { from, to, classNumber, at }
    await renumberCar(tx, event.id, { id: known.id, from, to, classNumber })
    if (order !== undefined && known.line !== null) await correctSale(tx, order, known.line, change)
    // so that phones fetch the event's new pack
    await countSale(tx, event.id, { at, pack: 'at-once' })
    const { year, make, model, fname, lname } = known
    const car = toVisibleLine(`${year} ${make} ${model}, ${fname} ${lname}`)
    const receipt =
      known.orderId === null ? '' : ` npm run club -- orders ${known.orderId} --receipt mails it.`
    return `Car ${from} (${car}) is now ${to}, in class ${classNumber} ${toVisibleLine(newClass.description)}. Change the number on the windscreen and tell the owner.${receipt}\n`
  })
  print(text)
  return 0
}

function toNumber(typed: string): string {
  const number = typed.trim()
  if (/^\d{1,8}$/.test(number)) return number
  throw new UsageFault(`A car's number has 1 to 8 digits, and is not '${toVisibleLine(typed)}'.`)
}

/** What was submitted names the old number, on phones and on paper. It must mean the same car for ever. */
async function refuseJudged(
  tx: Tx,
  eventId: number,
  { id, carNumber }: { id: number; carNumber: string },
): Promise<void> {
  const isEvidence = (await isJudged(tx, id)) || (await isVotedFor(tx, eventId, carNumber))
  if (!isEvidence) return
  throw new CommandRefused(
    `A score sheet or a vote names car ${carNumber}, so its number and class stay: judges and voters have receipts for them. Nothing was changed.`,
  )
}

interface NumberChoice {
  readonly from: string
  readonly wanted: string | undefined
  readonly isSameClass: boolean
  readonly classNumber: number
  readonly classNumbers: readonly number[]
}

async function chooseNumber(
  tx: Tx,
  eventId: number,
  { from, wanted, isSameClass, classNumber, classNumbers }: NumberChoice,
): Promise<string> {
  if ((wanted ?? from) === from && isSameClass) {
    throw new CommandRefused(`Car ${from} is in class ${classNumber} already. Nothing was changed.`)
  }
  if (wanted === undefined) {
    const taken = await listCarNumbers(tx, eventId)
    for (;;) {
      const next = findCarNumber(classNumber, classNumbers, taken)
      if (next === undefined)
        throw new CommandRefused(`Class ${classNumber} has no number left. Nothing was changed.`)
      if (!(await isVotedFor(tx, eventId, next))) return next
      taken.add(next)
    }
  }
  if (!isNumberOfClass(wanted, classNumber, classNumbers)) {
    throw new CommandRefused(
      `${wanted} is no number for class ${classNumber}: it must be the class's number with more digits behind it, not only zeros, and must not begin like another class. Nothing was changed.`,
    )
  }
  if (wanted === from) return wanted
  if ((await findCar(tx, eventId, wanted)) !== undefined) {
    throw new CommandRefused(`Another car has the number ${wanted}. Nothing was changed.`)
  }
  if (await isVotedFor(tx, eventId, wanted)) {
    throw new CommandRefused(
      `A vote names ${wanted} already, which was no car's number. Nothing was changed.`,
    )
  }
  return wanted
}

async function correctSale(
  tx: Tx,
  order: StoredOrder,
  line: number,
  { from, to, classNumber, at }: CarChange,
): Promise<void> {
  const sold = order.lines.find((one) => one.line === line)
  if (sold === undefined) return
  const item = sold.item as { readonly entry: object }
  await correctLine(tx, order.id, {
    itemId: sold.itemId,
    line,
    label: sold.label,
    item: { ...item, entry: { ...item.entry, classNumber } },
    given: { ...(sold.given as object), carNumber: to },
  })
  await addHistory(tx, order.id, {
    what: 'car-changed',
    detail: `line ${line}, from ${from} to ${to}, class ${classNumber}`,
    at,
  })
}
