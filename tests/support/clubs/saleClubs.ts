// Clubs that sell: cars and tickets of every kind, spaces on maps, and a store.
import { addDays } from '../../../src/domain/day.ts'
import { defineWorld, home, makeRow, today } from './world.ts'

const meet = {
  carPrice: 40,
  regMemberDiscount: 5,
  typedMakeAndModel: true,
  registrationOptions: [{ id: 1, label: 'A word for the marshals', type: 1 as const, required: false }],
  ticketLabel: 'Gate passes',
  tickets: {
    'Day pass': { options: [{ id: 1, label: 'Name on the pass', type: 1 as const, required: false }] },
    'Dinner in the barn': 22.5,
  },
  classes: { 1: 'Prewar', 7: 'Trucks' },
  maps: {
    Meadow: {
      memberDiscount: 10,
      spaces: makeRow('A', { count: 8, x: 40, step: 60, y: 40, w: 50, h: 50, cost: 35 }),
    },
  },
}

/** The parade at a show, which a car is asked about. */
export const parade = {
  id: 1,
  label: 'Will you join the parade?',
  type: 2 as const,
  required: true,
  choices: [
    { id: 1, label: 'Yes' },
    { id: 2, label: 'No' },
  ],
}
export const agreement = 'Cars stay until four.\nDogs on a lead.'

/** Ten, of which one has a note, and the fifth of A is not for sale. */
const stallsIn = (row: string, y: number, more = {}) =>
  makeRow(row, { count: 10, x: 60, step: 90, y, w: 72, h: 86, type: 1, cost: 60, ...more }).map(
    (space, at) => ({
      ...space,
      notes: at === 6 ? 'power outlet' : '20 × 20 ft',
      available: !(row === 'A' && at === 4),
    }),
  )

/** Two thousand, as at the largest swap meets. */
const giantField = Array.from({ length: 2000 }, (_, at) => ({
  x: 12 + (at % 50) * 20,
  y: 14 + Math.floor(at / 50) * 18.5,
  w: 17,
  h: 15,
  row: String.fromCharCode(65 + Math.floor(at / 50 / 2)) + (Math.floor(at / 50) % 2 ? 'b' : 'a'),
  num: String((at % 50) + 1),
  type: at % 4,
  cost: 25 + (at % 5) * 5,
  notes: at % 9 === 0 ? 'beside the old grandstand, with power and water, no vehicles' : '',
  available: at % 13 !== 0,
}))

const shirt = { price: 28.5, quantity: 20, shipping: 5.5, discount: 2 }

export const { sale, sales, stalls, goods, nogoods } = defineWorld({
  clubs: {
    sale: {
      name: 'Quarry Lane Motor Club',
      serviceFee: 1.5,
      people: { nora: 'Nora Ashby' },
      events: { 'Spring Meet': meet, 'Rehearsal Meet': { ...meet, testMode: true } },
    },
    sales: {
      name: 'Orchard Motor Club',
      serviceFee: 1.5,
      people: { member: { name: 'Josephine Orchard', ...home } },
      makes: [
        { ref: 'aston', label: 'Aston Martin', models: [] },
        {
          ref: 'studebaker',
          label: 'Studebaker',
          models: [
            { ref: 'avanti', label: 'Avanti' },
            { ref: 'hawk', label: 'Gran Turismo Hawk' },
          ],
        },
      ],
      events: {
        'Orchard Show': {
          place: 'South orchard',
          carPrice: 35,
          regMemberDiscount: 5,
          agreement,
          registrationOptions: [
            parade,
            { id: 2, label: 'Parking next to', subLabel: 'A name or a club', type: 1 },
          ],
          classes: { 1: 'American to 1966', 2: 'Sports cars' },
          ticketLabel: 'Passes',
          tickets: {
            'Day pass': {
              price: 12.5,
              quantity: 500,
              info: 'Gates open at eight.\nChildren under six come free.',
            },
            'Dinner on Saturday': {
              price: 40,
              limit: 3,
              quantity: 60,
              options: [
                { id: 1, label: 'Name of the guest', type: 1, required: true },
                {
                  id: 2,
                  label: 'Dish',
                  type: 2,
                  choices: [
                    { id: 1, label: 'Chicken' },
                    { id: 2, label: 'Squash' },
                  ],
                },
              ],
            },
            'Tower seat': { price: 20, limit: 2, quantity: 2 },
            'Balcony seat': { price: 20, quantity: 4 },
            'Crew breakfast': { price: 6, quantity: 40, availability: 1 },
            'Sold out supper': { price: 6, quantity: 0 },
            'Sunday pass': { quantity: 40, startdate: `${addDays(today, 5)}T12:00:00Z` },
          },
        },
        'Trial Meet': {
          carPrice: 35,
          regMemberDiscount: 5,
          testMode: true,
          typedMakeAndModel: true,
          classes: { 7: 'All cars' },
          tickets: { 'Trial pass': { quantity: 40 } },
        },
      },
    },
    stalls: {
      name: 'Harrow Creek Motor Club',
      serviceFee: 4,
      people: { member: { name: 'Ruth Amsel', ...home } },
      events: {
        'Millbrook Swap Meet': {
          agreement: 'Stalls stay until four.\nNo open fire.',
          vendorMessage: 'Sell at our swap meet.',
          tickets: { 'Day pass': { price: 12.5, quantity: 500 } },
          maps: {
            'South field': {
              memberDiscount: 5,
              spaces: [
                ...stallsIn('A', 120),
                ...stallsIn('B', 220),
                ...stallsIn('C', 470, { type: 3, cost: 75, a: 8 }),
                { shape: 'circle', x: 150, y: 650, w: 80, h: 80, row: 'F', num: '1', type: 2, cost: 120 },
              ],
            },
            'North field': { spaces: stallsIn('N', 300, { type: 4, cost: 45.5 }) },
            'Old meadow': {
              availableEnddate: `${addDays(today, -1)}T12:00:00Z`,
              spaces: stallsIn('O', 300),
            },
          },
        },
        'Trial Fair': {
          testMode: true,
          maps: { Yard: { askVendorTaxid: false, spaces: stallsIn('Y', 300) } },
        },
        'Quiet Fair': { maps: { 'Bare field': { spaces: [] } } },
        'Giant Fair': {
          maps: { 'The whole of the south pasture behind the old grandstand': { spaces: giantField } },
        },
      },
    },
    goods: {
      name: 'Goods Motor Club',
      serviceFee: 1.5,
      products: [
        {
          ref: 'shirt',
          name: 'Club shirt',
          description: 'Heavy cotton.\nWash it cold.',
          inventories: [
            { ref: 's', name: 'S', ...shirt, quantity: 0 },
            { ref: 'm', name: 'M', ...shirt },
            { ref: 'l', name: 'L', ...shirt, price: 30 },
          ],
        },
        {
          ref: 'mug',
          name: 'Enamel mug with a name that is longer than any mug is wide',
          inventories: [{ ref: 'm1', name: '', price: 16, quantity: 1 }],
        },
        { ref: 'flag', name: 'Flag', inventories: [{ ref: 'f1', name: '', price: 9, quantity: 0 }] },
      ],
    },
    nogoods: { name: 'No Goods Motor Club' },
  },
  // of the stores: one for each language
  people: { en: { name: 'Ada Quill', ...home }, es: { name: 'Ada Quill', ...home } },
})
