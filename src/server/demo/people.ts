// The people of the demo clubs: members in each role, and the crowd around them.
import { pick } from './cars.ts'

export const firstNames = [
  'Dolores',
  'Walter',
  'Priya',
  'Hank',
  'Marguerite',
  'Tomás',
  'Agnes',
  'Leroy',
  'Ingrid',
  'Samuel',
  'Beatrix',
  'Caleb',
  'Noor',
  'Vernon',
  'Lucía',
  'Otis',
  'Harriet',
  'Dmitri',
  'June',
  'Silas',
  'Renata',
  'Wendell',
  'Fumiko',
  'Gareth',
  'Opal',
  'Ramón',
  'Celeste',
  'Arvid',
  'Pearl',
  'Yusuf',
  'Nell',
  'Clayton',
  'Ida',
  'Mateo',
  'Winifred',
  'Ezra',
  'Thelma',
  'Joaquín',
  'Maeve',
  'Roland',
]
export const lastNames = [
  'Paz',
  'Brandt',
  'Raman',
  'Colby',
  'Fontaine',
  'Ibarra',
  'Whitlock',
  'Dupree',
  'Solberg',
  'Okafor',
  'Ashdown',
  'Mercer',
  'Haddad',
  'Pike',
  'Serrano',
  'Banner',
  'Loomis',
  'Volkov',
  'Carver',
  'Thorne',
  'Vidal',
  'Greer',
  'Tanaka',
  'Powell',
  'Hatch',
  'Quiroga',
  'Moreau',
  'Lindqvist',
  'Sayer',
  'Demir',
  'Farrow',
  'Boone',
  'Castell',
  'Rojas',
  'Penrose',
  'Stein',
  'Kettle',
  'Maldonado',
  'Byrne',
  'Tice',
]
export const streets = [
  'Mill Road',
  'Orchard Lane',
  'Foundry Street',
  'County Road 12',
  'Depot Avenue',
  'Quarry Hill',
  'Chapel Street',
]
export const towns = [
  ['Alder Hollow', 'KY', '40310'],
  ['Bryce Mills', 'KY', '40324'],
  ['Fenwick', 'OH', '45011'],
  ['Stony Ford', 'TN', '37043'],
  ['Lake Orrin', 'IN', '47201'],
] as const

export interface Crowd {
  readonly fname: string
  readonly lname: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly phone: string
  readonly mailbox: string
}

/** Somebody, always the same for the same number. */
export function findSomebody(at: number): Crowd {
  const fname = pick(firstNames, at * 7 + Math.floor(at / firstNames.length))
  const lname = pick(lastNames, at * 3 + Math.floor(at / lastNames.length) * 5)
  const [city, state, zip] = pick(towns, at * 2 + 1)
  return {
    fname,
    lname,
    address: `${100 + ((at * 37) % 800)} ${pick(streets, at)}`,
    city,
    state,
    zip,
    // 555-0100 to 555-0199 belong to nobody
    phone: `55555501${String(at % 100).padStart(2, '0')}`,
    mailbox: `${toPlain(fname)}.${toPlain(lname)}${at >= firstNames.length ? at : ''}`,
  }
}

function toPlain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export type DemoRole = 'member' | 'moderator' | 'expired' | 'no-password' | 'parent' | 'child'

export interface DemoPerson {
  readonly role: DemoRole
  readonly fname: string
  readonly lname: string
  readonly password: string | null
}

/** Design 3, roles in `demo.json`; the passwords are printed at the start, so they open nothing else. */
export const demoPeople: readonly DemoPerson[] = [
  { role: 'member', fname: 'Ruth', lname: 'Amsel', password: 'Coachline-1961!' },
  { role: 'moderator', fname: 'Julian', lname: 'Okoro', password: 'Paddock-1934!' },
  { role: 'expired', fname: 'Edgar', lname: 'Vance', password: 'Choke-Lever-52!' },
  { role: 'no-password', fname: 'Nadia', lname: 'Frost', password: null },
  { role: 'parent', fname: 'Martin', lname: 'Keller', password: 'Sidecar-1948!' },
  { role: 'child', fname: 'Pia', lname: 'Keller', password: 'Tailfin-1959!' },
]
