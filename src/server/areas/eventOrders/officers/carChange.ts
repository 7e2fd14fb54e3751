// `club -- event ID --car NUMBER`: gives a car another class or number, before anybody has judged it.
import { eventWay } from '../../../officers/command.ts'
import { kind, naming, number, UsageFault } from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import { changeCar as change } from './correctionActs.ts'

const carNumber = kind((typed) => {
  const digits = typed.trim()
  if (/^\d{1,8}$/.test(digits)) return digits
  throw new UsageFault(`A car's number has 1 to 8 digits, and is not '${toVisibleLine(typed)}'.`)
})

export const changeCarWay = eventWay({
  options: { car: naming(carNumber), class: number("A class's number"), number: carNumber },
  help: `    --car NUMBER [--class CLASS] [--number NUMBER]
                                          another class with its next free number, or another number; not
                                          for a car that a score sheet or a vote names`,
  async run({ act, print }, { car: from, class: carClass, number: wanted }) {
    if (wanted === undefined && carClass === undefined) {
      throw new UsageFault('--car needs --class, --number or both.')
    }
    const { car, to, newClass } = await act(change, { car: from, carClass, number: wanted })
    const { year, make, model, fname, lname, orderId } = car
    const name = toVisibleLine(`${year} ${make} ${model}, ${fname} ${lname}`)
    const receipt = orderId === null ? '' : ` npm run club -- orders ${orderId} --receipt mails it.`
    print(
      `Car ${from} (${name}) is now ${to}, in class ${newClass.number} ${toVisibleLine(newClass.description)}. Change the number on the windscreen and tell the owner.${receipt}\n`,
    )
  },
})
