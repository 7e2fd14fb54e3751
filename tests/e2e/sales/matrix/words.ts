import { inBoth } from '../../../support/browsers/words.ts'
// The words that somebody presses and reads in the flows of an event, in both languages.

/** The labels of the personal details are the same in all flows. */
export const eventWords = inBoth(
  {
    fname: 'First name',
    lname: 'Last name',
    name: 'Name',
    address: 'Address',
    city: 'City',
    state: 'State',
    zip: 'Zip',
    phone: 'Phone',
    email: 'E-mail',
    password: 'Password',
    login: 'Login',
    steps: {
      personal: 'Personal Info',
      vehicle: 'Registration Info',
      confirm: 'Confirm',
      selections: 'Make Selections',
      spaces: 'Select Spaces',
      shifts: 'Select Shifts',
      agreement: 'Agreement',
      pay: 'Pay',
      complete: 'Complete',
    },
    year: 'Year',
    make: 'Make*',
    model: 'Model*',
    carClass: 'Class',
    oneMore: (ticket: string) => `One more: ${ticket}`,
    ofTwo: (ticket: string, number: number) => `${ticket}: ${number} of 2`,
    vendorType: 'Vendor type',
    swapper: 'Swapper',
    currentMap: 'Current map:',
    map: (label: string) => `Map: ${label}`,
    removeSpace: (label: string) => `Remove space ${label}`,
    carNumber: /^Car number \d{4}$/,
    code: /^QR code /,
    card: 'Card',
    yourOrder: 'Your order',
    shiftHours: /8:00 AM/,
    thanks: {
      register: (event: string) => `Thank you for registering for ${event}. This is your car number:`,
      tickets: (event: string) => `Thank you for your purchase for ${event}: Tickets (x2).`,
      vendor: (event: string) => `Thank you for signing up for ${event}. This is your space:`,
      volunteer: (event: string) =>
        `Thank you for volunteering for ${event}. You are signed up for these shifts:`,
    },
    asked: (event: string) => `Thank you for offering to help at ${event}. You have asked for these shifts:`,
  },
  {
    email: 'Correo electrónico',
    oneMore: (ticket: string) => `Una más: ${ticket}`,
    ofTwo: (ticket: string, number: number) => `${ticket}: ${number} de 2`,
    map: (label: string) => `Plano: ${label}`,
    removeSpace: (label: string) => `Quitar el espacio ${label}`,
    carNumber: /^Número de auto \d{4}$/,
    code: /^Código QR /,
    shiftHours: /8:00 a/,
    thanks: {
      register: (event: string) => `Gracias por inscribirse en ${event}. Este es su número de auto:`,
      tickets: (event: string) => `Gracias por su compra para ${event}: Entradas (x2).`,
      vendor: (event: string) => `Gracias por inscribirse en ${event}. Este es su espacio:`,
      volunteer: (event: string) =>
        `Gracias por ayudar como voluntario en ${event}. Quedó inscrito en estos turnos:`,
    },
    asked: (event: string) => `Gracias por ofrecer su ayuda en ${event}. Ha pedido estos turnos:`,
  },
)

export type Step = keyof (typeof eventWords)['en']['steps']
