// What the cells of an address in the United States or Canada say beside their own columns: a state in words, a zip code
// without its first 0, a city with both behind it. What is read in another way than it stands is told.
import type { InTable } from '../../../../../contract/officerFailures.ts'
import { foldText } from '../../../../../domain/search.ts'
import { findCountry } from './countryNames.ts'

export interface Place {
  readonly city: string
  readonly state: string
  readonly zip: string
  /** '' if the table does not say it. */
  readonly country: string
}

interface Told {
  readonly field: 'city' | 'state' | 'zip'
  readonly finding: InTable
}

const unitedStates = `AL=alabama|ala,AK=alaska,AZ=arizona|ariz,AR=arkansas|ark,CA=california|calif,CO=colorado|colo,
  CT=connecticut|conn,DE=delaware|del,DC=district of columbia,FL=florida|fla,GA=georgia,HI=hawaii,ID=idaho,
  IL=illinois|ill,IN=indiana|ind,IA=iowa,KS=kansas|kans|kan,KY=kentucky,LA=louisiana,ME=maine,MD=maryland,
  MA=massachusetts|mass,MI=michigan|mich,MN=minnesota|minn,MS=mississippi|miss,MO=missouri,MT=montana|mont,
  NE=nebraska|nebr|neb,NV=nevada|nev,NH=new hampshire,NJ=new jersey,NM=new mexico,NY=new york,NC=north carolina,
  ND=north dakota,OH=ohio,OK=oklahoma|okla,OR=oregon|ore,PA=pennsylvania|penn|penna,RI=rhode island,
  SC=south carolina,SD=south dakota,TN=tennessee|tenn,TX=texas|tex,UT=utah,VT=vermont,VA=virginia,
  WA=washington|wash,WV=west virginia,WI=wisconsin|wis|wisc,WY=wyoming|wyo,PR=puerto rico,GU=guam,VI=virgin islands,
  AE=,AP=,AA=`
const canada = `AB=alberta|alta,BC=british columbia,MB=manitoba|man,NB=new brunswick,NL=newfoundland|nfld|newfoundland and
  labrador,NS=nova scotia,NT=northwest territories,NU=nunavut,ON=ontario|ont,PE=prince edward island|pei,
  QC=quebec|que|pq,SK=saskatchewan|sask,YT=yukon`

/** "N.H." and "n h" are one. */
const fold = (text: string) => foldText(text).replace(/[^a-z]/g, '')

const states = new Map(
  [
    ['US', unitedStates],
    ['CA', canada],
  ].flatMap(([country = '', list = '']) =>
    list.split(',').flatMap((each) => {
      const [code = '', names = ''] = each.trim().split('=')
      return [code, ...names.split('|')]
        .filter((name) => name !== '')
        .map((name) => [fold(name), { code, country }] as const)
    }),
  ),
)

/** Their zip codes begin with a 0, which a spreadsheet takes from a number. */
const zeroStates: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'AE'])
/** By the first digit of a zip code, the states that have it. */
const zipStates = [
  'CT MA ME NH NJ PR RI VT AE VI NY',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN AA',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY TX',
  'AK CA HI OR WA AP GU',
].map((list) => new Set(list.split(' ')))

const zipCode = /^\d{5}(?:-\d{4})?$/
const canadianCode = /^([a-z])([\do])([a-z])[ -]?([\do])([a-z])([\do])$/i

/** `home` is the club's country. */
export function readPlace(place: Place, home: string): Place & { readonly told: readonly Told[] } {
  const told: Told[] = []
  const tell = (field: Told['field'], finding: InTable) => told.push({ field, finding })
  if (!isNear(place.country || home)) return { ...place, told }
  let { city, state, zip, country } = place
  const [, before = '', middle = '', behind = ''] =
    /^(.*?)[\s,]+(\p{L}[\p{L}. ]*?)[\s,]+(\d{4,5}(?:-\d{4})?|[a-z]\d[a-z][ -]?\d[a-z]\d)$/iu.exec(city) ?? []
  if (state === '' && zip === '' && states.has(fold(middle))) {
    tell('city', { what: 'place-in-city', typed: city, city: before, state: middle, zip: behind })
    ;[city, state, zip] = [before, middle, behind]
  } else if (isZip(state) && (states.has(fold(zip)) || zip === '')) {
    tell('state', { what: 'swapped-zip', typed: state, other: zip })
    ;[state, zip] = [zip, state]
  }
  const said = country
  const known = states.get(fold(state))
  // a country stands in the column of the state where a table has none of its own
  const abroad = findCountry(state)
  if (known !== undefined && (said === '' || said === known.country)) {
    if (state !== known.code && state.toUpperCase() !== known.code) {
      tell('state', { what: 'state-read', typed: state, state: known.code })
    }
    state = known.code
  } else if (state !== '' && said === '' && abroad !== undefined) {
    country = abroad
    tell('state', { what: 'country-read', country })
    return { city, state: '', zip, country, told }
  } else if (state !== '') tell('state', { what: 'no-state', typed: state })
  const postal = canadianCode.exec(zip)
  const isInCanada = known === undefined ? postal !== null : known.country === 'CA'
  if (country === '' && isInCanada !== (home === 'CA')) {
    country = isInCanada ? 'CA' : known?.country === 'US' || zipCode.test(zip) ? 'US' : ''
    if (country !== '') tell(state === '' ? 'zip' : 'state', { what: 'country-read', country })
  }
  const where = said || country || home
  if (where === 'CA' && postal !== null) {
    const digits = [postal[2], postal[4], postal[6]].map((sign = '') => sign.replace(/o/i, '0'))
    const code = `${postal[1]}${digits[0]}${postal[3]} ${digits[1]}${postal[5]}${digits[2]}`.toUpperCase()
    if (/o/i.test(`${postal[2]}${postal[4]}${postal[6]}`))
      tell('zip', { what: 'postal-read', typed: zip, code })
    zip = code
  } else if (where === 'US') zip = readZip(zip, state, tell)
  else if (zip !== '') tell('zip', { what: 'foreign-zip', typed: zip })
  return { city, state, zip, country, told }
}

function isNear(country: string): boolean {
  return country === 'US' || country === 'CA'
}

function isZip(text: string): boolean {
  return zipCode.test(text) || canadianCode.test(text)
}

function readZip(typed: string, state: string, tell: (field: 'zip', finding: InTable) => void): string {
  const zip = typed
    .replace(/^(\d{4,5})[ -]+(\d{4})$/, '$1-$2')
    .replace(/^(\d{5})(\d{4})$/, '$1-$2')
    .replace(/^(\d{4,5})-$/, '$1')
  if (zip === '') return ''
  if (/^(?:\d{4}(?:-\d{4})?|\d{8})$/.test(zip) && zeroStates.has(state)) {
    tell('zip', { what: 'zip-zero' })
    return `0${zip}`.replace(/^(\d{5})(\d{4})$/, '$1-$2')
  }
  if (/^(?:\d{3,4}|\d{7,8}|\d{3,4}-\d{4})$/.test(zip))
    tell('zip', { what: 'short-zip', of: /\d{7}|-/.test(zip) ? 'nine' : 'five' })
  else if (!zipCode.test(zip)) tell('zip', { what: 'foreign-zip', typed: zip })
  else if (
    state.length === 2 &&
    states.get(fold(state))?.country === 'US' &&
    zipStates[Number(zip[0])]?.has(state) === false
  )
    tell('zip', { what: 'zip-of-other-state', typed: zip, state })
  return zip
}
