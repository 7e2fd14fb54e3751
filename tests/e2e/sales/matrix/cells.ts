// The cells of the matrix of journeys: each flow in each language and size, paid or not, by whom, with which hand.
import type { FlowLanguage } from '../../../support/buying/buyers.ts'

export type FlowName = 'register' | 'tickets' | 'vendor' | 'volunteer'
/** What it costs: money, nothing because the event is in test mode, or nothing because its prices are 0. */
export type Price = 'paid' | 'trial' | 'free'

export interface Cell {
  flow: FlowName
  language: FlowLanguage
  size: keyof typeof sizes
  price: Price
  who: 'visitor' | 'member'
  hand: 'touch' | 'keyboard'
  /** Whether the browser has WebGL. Without it the map of spaces is a list. */
  webGl: boolean
}

export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
} as const

const languages = ['en', 'es'] as const
const buyers = ['visitor', 'member'] as const
const hands = ['touch', 'keyboard'] as const

export function nameCell({ flow, language, size, price, who, hand, webGl }: Cell): string {
  const { width } = sizes[size]
  const map = webGl ? '' : ', without WebGL'
  return `${flow} in "${language}" at ${width} pixels, ${price}, ${who}, by ${hand}${map}`
}

/** Who buys what: all cells that have this in common, whatever they cost. */
function listWalks() {
  return languages.flatMap((language, a) =>
    (Object.keys(sizes) as Cell['size'][]).flatMap((size, b) =>
      buyers.flatMap((who, c) =>
        hands.map((hand, d) => ({
          language,
          size,
          who,
          hand,
          isEven: (a + b + c + d) % 2 === 0,
          isTrial: (a + b) % 2 === 0,
        })),
      ),
    ),
  )
}

function listSales(flow: FlowName): Cell[] {
  // who pays and who does not each meet each pair of the other values
  return listWalks().map(({ isEven, isTrial, ...walk }): Cell => {
    const unpaid = isTrial ? 'trial' : 'free'
    return { flow, ...walk, price: isEven ? 'paid' : unpaid, webGl: true }
  })
}

export function listCells(): Cell[] {
  return [
    ...listSales('register'),
    ...listSales('tickets'),
    ...listSales('vendor'),
    ...listWalks().map(
      ({ isEven, isTrial: _isTrial, ...walk }): Cell => ({
        flow: 'vendor',
        ...walk,
        price: isEven ? 'paid' : 'trial',
        webGl: false,
      }),
    ),
    ...listWalks().map(
      ({ isEven: _isEven, isTrial: _isTrial, ...walk }): Cell => ({
        flow: 'volunteer',
        ...walk,
        price: 'free',
        webGl: true,
      }),
    ),
  ]
}
