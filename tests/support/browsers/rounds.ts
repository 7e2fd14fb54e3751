// In which language and on which screen the journeys of the member area are walked. `npm test` walks the first
// round, the proof of the journeys both, and that of club life both again, each on the other screen.
const phone = { width: 390, height: 844 } as const
const desk = { width: 1280, height: 800 } as const
const isSwapped = process.env.SWAPPED_SCREENS !== undefined

export const rounds = [
  { language: 'en', viewport: isSwapped ? desk : phone },
  { language: 'es', viewport: isSwapped ? phone : desk },
] as const
export type Language = (typeof rounds)[number]['language']
