// What happens at the demo show: forty entries on two days, some at the same time.

/** Where a place has the name of a map in it, the viewer leads there. */
export type ProgrammeEntry = readonly [
  start: string,
  end: string,
  label: string,
  place: string,
  cancelled?: 'cancelled',
]

export const firstDay: readonly ProgrammeEntry[] = [
  ['07:00', '08:30', 'Gates open for entrants', 'Gate 2'],
  ['07:30', '10:00', 'Pancake breakfast', "Pavilion, Merchants' avenue"],
  ['08:00', '18:00', 'Swap meet', 'Swap meet, south field'],
  ['08:30', '08:50', "Drivers' briefing", 'Paddock, race control'],
  ['09:00', '11:15', 'Judging, classes 1 to 6', 'Main avenue'],
  ['09:15', '10:00', 'Tuning carburettors by ear', 'Hall'],
  ['10:00', '10:45', 'Children build a soapbox car', 'The green'],
  ['10:30', '11:15', 'Starting a Model T in five minutes', 'Main avenue'],
  ['11:00', '12:00', 'Hill climb, first run', 'Mill hill'],
  ['11:30', '12:15', 'Parade of pre-war cars', 'Main avenue'],
  ['12:00', '14:00', 'Hollow Hot Six, jazz', 'Bandstand'],
  ['12:30', '13:15', 'What is my old car worth?', 'Hall'],
  ['13:30', '14:15', 'Wheel building with wire spokes', "Merchants' avenue"],
  ['14:00', '15:00', 'Hill climb, second run', 'Mill hill'],
  ['14:30', '15:15', 'Ladies who raced: a talk with slides', 'Hall'],
  ['15:00', '15:45', 'Parade of British sports cars', 'Main avenue'],
  ['15:30', '16:30', 'Tractor pull', 'Paddock, by the mill pond'],
  ['16:00', '16:30', 'Guess the engine, blindfolded', 'The green', 'cancelled'],
  ['17:00', '18:00', 'Auction of parts and signs', "Pavilion, Merchants' avenue"],
  ['18:30', '20:00', "Members' barbecue", 'Paddock'],
  ['20:15', '22:00', 'Drive-in cinema', 'South field'],
]

export const secondDay: readonly ProgrammeEntry[] = [
  ['07:30', '09:30', 'Coffee and cars', "Pavilion, Merchants' avenue"],
  ['08:00', '15:00', 'Swap meet', 'Swap meet, south field'],
  ['08:30', '08:50', "Drivers' briefing", 'Paddock, race control'],
  ['09:00', '11:00', 'Judging, classes 7 to 12', 'Main avenue'],
  ['09:30', '10:15', 'Rust: stop it, cut it, weld it', 'Hall'],
  ['10:00', '10:30', 'Polishing for beginners', 'The green'],
  ['10:30', '11:30', 'Hill climb, final', 'Mill hill'],
  ['11:00', '11:45', 'Parade of trucks and vans', 'Main avenue'],
  ['11:30', '12:15', 'Paint matching with an old hand', "Merchants' avenue"],
  ['12:00', '13:30', 'Alder Hollow Brass', 'Bandstand'],
  ['12:15', '13:00', 'Electric hearts: converting a classic', 'Hall'],
  ['13:00', '13:30', 'Pedal car grand prix', 'The green'],
  ['13:30', '14:00', 'Ballots are collected', "Office, Merchants' avenue"],
  ['13:45', '14:30', 'Parade of American cars', 'Main avenue'],
  ['14:30', '15:00', 'Raffle draw', "Pavilion, Merchants' avenue"],
  ['15:00', '16:00', 'Prizes and best of show', "Pavilion, Merchants' avenue"],
  ['16:00', '16:30', 'Lap of honour', 'Main avenue'],
  ['16:30', '18:00', 'Packing up, with soup for helpers', 'Gate 2'],
  ['18:00', '19:30', 'Evening run to Lake Orrin', 'Gate 2'],
]
