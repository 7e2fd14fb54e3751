// What is stored beside the digits of a telephone number that names no country of its own.
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'

export interface PhoneOrigin {
  readonly isoCode: string
  readonly countryCode: string
}

/** Of a country without telephones, like Antarctica, nothing is known. */
export function toPhoneOrigin(country: string): PhoneOrigin {
  if (!isSupportedCountry(country)) return { isoCode: '', countryCode: '' }
  return { isoCode: country, countryCode: `+${getCountryCallingCode(country as CountryCode)}` }
}
