// What a club file says of the club's time and language.
import { language, timeZone } from './fileValues.ts'
import { defaultLanguage } from './language.ts'

export const clubLocale = {
  timeZone,
  /** For people whose own is not known. */
  language: language.default(defaultLanguage),
}
