// Examples of letters, as the sheet of all mails draws them and the tests of all letters write them.
import { addDays } from '../../../src/domain/day.ts'
import type { MessageOf } from '../../../src/server/mail/letterContext.ts'

export interface ExampleTime {
  readonly today: string
  /** Epoch milliseconds. */
  readonly instant: number
}

/**
 * By kind, messages with much in them, for the letters of a map: one without an example does not compile. For several
 * maps: `ExamplesOf<typeof oneLetters & typeof otherLetters>`.
 */
export type ExamplesOf<LetterMap> = (time: ExampleTime) => {
  readonly [Kind in keyof LetterMap & string]: readonly Extract<MessageOf<LetterMap>, { kind: Kind }>[]
}

/** Addresses may be this long, and a phone is this narrow. */
export const longEmail = `${'maximiliana.bartholomea.'.repeat(4)}@${'long-provider-'.repeat(2)}name.example`

export const carClass = { number: 2, description: 'American cars from 1946 to 1964, unrestored' }

/** What mails say of the event that they are about. */
export function toExampleEvent(today: string) {
  return {
    id: 1,
    name: 'Alder Hollow Concours & Swap Meet',
    startDate: today,
    endDate: addDays(today, 1),
    gateTime: '07:00',
    place: 'Alder Hollow Fairground, Gate 2',
    timeZone: 'America/New_York',
  }
}
