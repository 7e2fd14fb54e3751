// The demo show's three maps: where the spaces lie, and the ground beneath them.
import type { ClubFile } from '../../domain/clubFile.ts'
import type { Field, MapGround } from './drawMap.ts'

type Event = NonNullable<ClubFile['events']>[number]
export type Space = NonNullable<NonNullable<Event['maps']>[number]['elements']>[number]

interface Block extends Field {
  /** Names of the rows from top to bottom; they stand in pairs, back to back. */
  readonly rows: readonly string[]
  readonly columns: number
  readonly spaceW: number
  readonly spaceH: number
  readonly map: string
}

const laneBetweenPairs = 30

/** Rows in pairs about the block's middle, all turned with it. */
function layBlock(block: Block, tell: (row: string, column: number) => Partial<Space>): Space[] {
  const { rows, columns, spaceW, spaceH, a } = block
  const gap = 3
  const pairs = Math.ceil(rows.length / 2)
  const tall = rows.length * (spaceH + gap) + (pairs - 1) * laneBetweenPairs
  const wide = columns * (spaceW + gap)
  const angle = (a * Math.PI) / 180
  return rows.flatMap((row, at) =>
    Array.from({ length: columns }, (_, column): Space => {
      const dx = column * (spaceW + gap) + spaceW / 2 - wide / 2
      const dy = at * (spaceH + gap) + Math.floor(at / 2) * laneBetweenPairs + spaceH / 2 - tall / 2
      const x = block.x + dx * Math.cos(angle) - dy * Math.sin(angle) - spaceW / 2
      const y = block.y + dx * Math.sin(angle) + dy * Math.cos(angle) - spaceH / 2
      return {
        ref: `${block.map}-${row}${column + 1}`,
        shape: 'box',
        x: toTenth(x),
        y: toTenth(y),
        w: spaceW,
        h: spaceH,
        ...(a === 0 ? {} : { a }),
        row,
        num: String(column + 1),
        ...tell(row, column),
      }
    }),
  )
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10
}

const west: Block = {
  map: 'south',
  x: 246,
  y: 404,
  w: 440,
  h: 348,
  a: -6,
  rows: [...'ABCDEFGH'],
  columns: 12,
  spaceW: 32,
  spaceH: 26,
}
const east: Block = {
  map: 'south',
  x: 780,
  y: 404,
  w: 440,
  h: 348,
  a: 7,
  rows: [...'JKLMNPQR'],
  columns: 12,
  spaceW: 32,
  spaceH: 26,
}
const north: Block = {
  map: 'south',
  x: 512,
  y: 106,
  w: 900,
  h: 76,
  a: 0,
  rows: [...'ST'],
  columns: 24,
  spaceW: 33,
  spaceH: 28,
}
const south: Block = {
  map: 'south',
  x: 512,
  y: 704,
  w: 900,
  h: 76,
  a: 0,
  rows: [...'UV'],
  columns: 24,
  spaceW: 33,
  spaceH: 28,
}

/** 192 spaces in the two turned fields, 96 along the avenues, and 24 round tables of food on the green. */
export const southSpaces: readonly Space[] = [
  ...layBlock(west, () => ({ type: 1 })),
  ...layBlock(east, (row) => ({ type: row < 'N' ? 1 : 0 })),
  ...layBlock(north, (row, column) => ({
    type: row === 'S' ? 3 : 1,
    ...(column > 21 ? { available: false } : {}),
  })),
  ...layBlock(south, () => ({ type: 1 })),
  ...layRing('south', 'Z', 512, 404, 24),
]

function layRing(map: string, row: string, x: number, y: number, count: number): Space[] {
  return Array.from({ length: count }, (_, at): Space => {
    const side = at % 2 === 0 ? -1 : 1
    const step = Math.floor(at / 2)
    return {
      ref: `${map}-${row}${at + 1}`,
      shape: 'circle',
      x: toTenth(x + side * (17 + 5 * Math.cos((step / 12) * Math.PI * 2))),
      y: toTenth(y - 176 + step * 32),
      w: 26,
      h: 26,
      row,
      num: String(at + 1),
      type: 2,
    }
  })
}

export const southGround: MapGround = {
  fields: [west, east, north, south],
  lanes: [
    ['M-20 176 C260 158 700 176 1044 166', 44],
    ['M-20 636 C260 646 760 628 1044 642', 40],
    ['M512 176 V636', 92],
    ['M20 176 C8 340 14 500 24 636', 26],
    ['M1004 166 C1016 330 1010 500 1000 640', 26],
  ],
  greens: [],
  trees: [
    [26, 40, 26],
    [70, 24, 18],
    [996, 44, 28],
    [952, 22, 17],
    [22, 728, 24],
    [62, 746, 16],
    [1000, 726, 26],
    [962, 748, 15],
    [452, 232, 13],
    [572, 232, 13],
    [446, 580, 12],
    [578, 582, 13],
    [500, 22, 15],
    [540, 28, 12],
    [300, 24, 14],
    [730, 26, 14],
  ],
  buildings: [
    [128, 10, 96, 34, 'Hall'],
    [820, 10, 84, 34, 'WC'],
  ],
  names: [
    [262, 178, 'Main avenue', -1],
    [770, 178, 'Main avenue'],
    [270, 648, 'Oak lane', 1],
    [770, 644, 'Oak lane', -1],
    [24, 420, 'Gate 2', -90],
  ],
}

const mercA: Block = {
  map: 'avenue',
  x: 512,
  y: 208,
  w: 800,
  h: 96,
  a: 0,
  rows: [...'AB'],
  columns: 18,
  spaceW: 41,
  spaceH: 43,
}
const mercB: Block = { ...mercA, y: 396, rows: [...'CD'] }
const mercC: Block = {
  map: 'avenue',
  x: 330,
  y: 604,
  w: 470,
  h: 120,
  a: -4,
  rows: [...'EF'],
  columns: 9,
  spaceW: 40,
  spaceH: 44,
}
const mercD: Block = {
  map: 'avenue',
  x: 756,
  y: 604,
  w: 340,
  h: 120,
  a: 5,
  rows: [...'GH'],
  columns: 6,
  spaceW: 44,
  spaceH: 44,
}

/** For sale while the show is on: corners cost more, the last ones of row H are not let. */
export const avenueSpaces: readonly Space[] = [
  ...layBlock(mercA, (_row, column) => ({
    type: 3,
    cost: isCorner(mercA, column) ? 95 : 75,
    ...(isCorner(mercA, column) ? { notes: 'Corner space, open on two sides.' } : {}),
  })),
  ...layBlock(mercB, (_row, column) => ({ type: 3, cost: column % 5 === 0 ? 85 : 75 })),
  ...layBlock(mercC, (row) => ({
    type: row === 'E' ? 2 : 0,
    cost: row === 'E' ? 120 : 60,
    ...(row === 'E' ? { notes: 'With water and 16 A.' } : {}),
  })),
  ...layBlock(mercD, (row, column) => ({
    type: 0,
    cost: 60,
    ...(row === 'H' && column > 3 ? { available: false, notes: 'Kept free for the fire engine.' } : {}),
  })),
]

function isCorner({ columns }: Block, column: number): boolean {
  return column === 0 || column === columns - 1
}

export const avenueGround: MapGround = {
  fields: [mercA, mercB, mercC, mercD],
  lanes: [
    ['M-20 302 C300 290 700 312 1044 300', 76],
    ['M-20 500 C200 508 560 478 1044 508', 40],
    ['M-20 120 C300 112 760 124 1044 116', 46],
    ['M540 500 C548 580 560 680 556 800', 44],
  ],
  greens: [[960, 640, 52]],
  trees: [
    [40, 46, 30],
    [104, 30, 20],
    [188, 52, 16],
    [980, 48, 28],
    [900, 36, 20],
    [40, 724, 28],
    [96, 742, 18],
    [960, 640, 16],
    [60, 208, 18],
    [964, 208, 18],
    [60, 396, 18],
    [966, 396, 18],
    [668, 742, 16],
    [440, 738, 14],
  ],
  buildings: [
    [420, 26, 180, 52, 'Pavilion'],
    [250, 30, 90, 40, 'Office'],
    [690, 30, 90, 40, 'First aid'],
  ],
  names: [
    [512, 309, "Merchants' avenue"],
    [180, 127, 'North drive', -1],
    [800, 127, 'North drive', 1],
    [850, 505, 'Food lane', 2],
    [556, 690, 'To the paddock', 88],
  ],
}

const paddock: Block = {
  map: 'paddock',
  x: 470,
  y: 420,
  w: 640,
  h: 260,
  a: 0,
  rows: ['P', 'Q'],
  columns: 10,
  spaceW: 58,
  spaceH: 84,
}
const trade: Block = {
  map: 'paddock',
  x: 880,
  y: 420,
  w: 130,
  h: 300,
  a: 90,
  rows: ['T'],
  columns: 4,
  spaceW: 66,
  spaceH: 80,
}

export const paddockSpaces: readonly Space[] = [
  ...layBlock(paddock, () => ({ type: 0, available: false })),
  ...layBlock(trade, () => ({ type: 3 })),
]

export const paddockGround: MapGround = {
  fields: [paddock, { ...trade, w: 300, h: 130 }],
  lanes: [
    ['M-20 230 C300 214 700 236 1044 222', 60],
    ['M-20 610 C300 622 720 604 1044 616', 60],
    ['M80 230 C60 360 60 480 84 610', 50],
    ['M806 226 C820 340 818 500 804 612', 34],
  ],
  greens: [],
  water: 'M640 690 C700 660 860 668 940 690 C1010 712 1010 760 1000 790 H600 C590 750 596 712 640 690 Z',
  trees: [
    [50, 60, 30],
    [120, 40, 22],
    [970, 60, 30],
    [900, 44, 20],
    [60, 700, 30],
    [130, 728, 22],
    [560, 700, 20],
    [210, 712, 16],
    [300, 730, 20],
  ],
  buildings: [
    [380, 60, 250, 84, 'Race control'],
    [680, 74, 110, 60, 'Scales'],
    [200, 74, 110, 60, 'Café'],
  ],
  names: [
    [470, 238, 'Paddock road'],
    [440, 622, 'To the hill climb', 1],
    [800, 738, 'Mill pond'],
  ],
}
