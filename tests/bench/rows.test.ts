// What a row says of its goal and of another checkout, and how it is printed.
import { expect, test, vi } from 'vitest'
import { choose, readOptions } from './options.ts'
import { formatMeasured, mostColumns, toRecord, toSpread } from './print.ts'
import { type BenchRow, compare, type Goal, isMet, type Reading, toRows } from './rows.ts'
import type { Bench, Subject } from './subject.ts'
import { takeTurns } from './turns.ts'

const judge = (figures: number[], goal: Goal, faults: string[] = []) => isMet({ figures, goal, faults })

const reading = (figure: number, more: Partial<Reading> = {}): Reading => ({
  id: 'paint',
  what: 'second visit: paint',
  beside: 'a static page',
  figure,
  unit: 'times',
  goal: { atMost: 1.2 },
  ...more,
})

const [paint] = toRows([
  [reading(1.1, { more: { itself: [110, 'ms'] } })],
  [reading(1.3, { more: { itself: [130, 'ms'] } })],
  [reading(1.2, { more: { itself: [120, 'ms'] } })],
]) as [BenchRow]

test('a goal that lies within the spread of the rounds is met, and one beyond it is missed', () => {
  const figures = [52, 61, 49, 70, 55]
  expect(judge(figures, { atMost: 50 })).toBe(true)
  expect(judge(figures, { atMost: 48 })).toBe(false)
  expect(judge(figures, { atLeast: 70 })).toBe(true)
  expect(judge(figures, { atLeast: 71 })).toBe(false)
})

test('a goal of the median is missed, although one round has met it', () => {
  expect(judge([97, 98, 97], { atLeast: 98, ofMedian: true })).toBe(false)
  expect(judge([97, 98, 99], { atLeast: 98, ofMedian: true })).toBe(true)
})

test('a fault misses the goal, however fast it was', () => {
  expect(judge([1], { atMost: 50 }, ['not each sheet once'])).toBe(false)
  expect(toRows([[reading(1)], [reading(1, { fault: 'slid' })]], 'lost 1')[0]?.faults).toEqual([
    'slid',
    'lost 1',
  ])
})

test('a figure is the median of its rounds, beside the lowest and the highest', () => {
  expect(toSpread({ figures: [52, 61, 149, 7.123, 55], unit: 'ms' })).toBe('55 (7.12 to 149) ms')
  expect(toSpread({ figures: [12.04, 12.04, 12.04], unit: '' })).toBe('12.0')
})

test('what each round says is gathered row by row', () => {
  expect(paint.figures).toEqual([1.1, 1.3, 1.2])
  expect(paint.more).toEqual({ itself: { unit: 'ms', figures: [110, 130, 120] } })
})

test('no printed line is longer than 120 columns, and none of its words is lost', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`)
  const long = `${words.join(' ')} ${'x'.repeat(300)}`
  const row: BenchRow = { ...paint, what: long, beside: long, notes: [long], faults: [long] }
  const printed = formatMeasured({ bench: 'second-visit', seconds: 61.6, ours: [row], theirs: [row] })
  expect(printed[0]).toBe('second-visit, 62 s')
  expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(mostColumns)
  for (const word of words) expect(printed.join('\n')).toMatch(new RegExp(`\\b${word}\\b`))
  expect(printed.join('').replaceAll(' ', '')).toContain('x'.repeat(300))
})

test('a row is printed with its verdict, its goal and its further figures', () => {
  expect(formatMeasured({ bench: 'second-visit', seconds: 3, ours: [paint] })).toEqual([
    'second-visit, 3 s',
    '  met     second visit: paint',
    '          1.20 (1.10 to 1.30) times; at most 1.2; beside: a static page',
    '          itself 120 (110 to 130) ms',
  ])
})

test('ours is worse than another checkout only where no round of ours reaches one of theirs', () => {
  const goal = { atMost: 1 }
  expect(compare({ figures: [3, 4], goal }, [1, 2])).toEqual({ ratio: 3.5 / 1.5, lies: 'worse' })
  expect(compare({ figures: [2, 4], goal }, [1, 2])).toEqual({ ratio: 2, lies: 'among theirs' })
  expect(compare({ figures: [1, 2], goal }, [3, 4])).toEqual({ ratio: 1.5 / 3.5, lies: 'better' })
  expect(compare({ figures: [1, 2], goal: { atLeast: 1 } }, [3, 4]).lies).toBe('worse')
  expect(compare({ figures: [3, 4], goal: { atLeast: 1 } }, [1, 2]).lies).toBe('better')
  expect(compare({ figures: [3], goal }, [1, 2]).lies).toBe('unknown')
  expect(compare({ figures: [3, 4], goal: undefined }, [1, 2]).lies).toBe('worse')
})

test('the other checkout is printed below, with the ratio and where its spread lies', () => {
  const theirs: BenchRow = { ...paint, figures: [2, 2.4, 2.2] }
  expect(formatMeasured({ bench: 'b', seconds: 3, ours: [paint], theirs: [theirs] }).slice(-2)).toEqual([
    '          theirs 2.20 (2 to 2.40) times; ours is 0.55 times theirs; ours is wholly better',
    '          theirs: itself 120 (110 to 130) ms',
  ])
})

test('a program finds every figure of a row, and those of the other checkout', () => {
  const theirs: BenchRow = { ...paint, figures: [1, 1] }
  const measured = { bench: 'second-visit', seconds: 3, ours: [paint], theirs: [theirs] }
  expect(toRecord(measured, paint, { ours: 'abc', theirs: 'def' })).toEqual({
    id: 'second-visit/paint',
    name: 'second visit: paint',
    beside: 'a static page',
    unit: 'times',
    goal: { atMost: 1.2 },
    figures: [1.1, 1.3, 1.2],
    median: 1.2,
    met: true,
    faults: [],
    more: { itself: { unit: 'ms', figures: [110, 130, 120] } },
    notes: [],
    seconds: 3,
    commit: 'abc',
    against: {
      commit: 'def',
      figures: [1, 1],
      median: 1,
      more: paint.more,
      notes: [],
      faults: [],
      ratio: 1.2,
      lies: 'worse',
    },
  })
})

test('two checkouts take turns, warm up alike, and end what they began, the last first', async () => {
  const order: string[] = []
  const bench: Bench = {
    rounds: 2,
    warmUps: 1,
    async open({ root }, { turns, atEnd }) {
      order.push(`${root} opens for ${turns}`)
      atEnd(() => order.push(`${root} ends`))
      return {
        async measure() {
          order.push(root)
          return [reading(order.length)]
        },
        check: async () => (root === 'ours' ? undefined : 'lost 1'),
      }
    },
  }
  const [ours, theirs] = [{ root: 'ours' }, { root: 'theirs' }] as unknown as [Subject, Subject]
  const measured = await takeTurns({ name: 'b', bench, subjects: [ours, theirs] })
  const opened = ['ours opens for 3', 'theirs opens for 3']
  const turns = ['ours', 'theirs', 'ours', 'theirs', 'ours', 'theirs']
  expect(order).toEqual([...opened, ...turns, 'theirs ends', 'ours ends'])
  expect(measured.ours[0]).toMatchObject({ figures: [5, 7], faults: [] })
  expect(measured.theirs?.[0]).toMatchObject({ figures: [6, 8], faults: ['lost 1'] })
})

test('this checkout is measured although the other lacks what the row is about', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const bench: Bench = {
    rounds: 3,
    async open({ root }) {
      if (root === 'theirs') throw new Error('there is no such file')
      return { measure: async () => [reading(1)] }
    },
  }
  const subjects = [{ root: 'ours' }, { root: 'theirs' }] as unknown as [Subject, Subject]
  const measured = await takeTurns({ name: 'b', bench, subjects })
  expect(measured.ours[0]?.figures).toEqual([1, 1, 1])
  expect(measured.theirs).toBeUndefined()
  expect(told).toHaveBeenCalledOnce()
  told.mockRestore()
})

test('what was begun ends when a round fails too', async () => {
  let ended = 0
  const bench: Bench = {
    async open(_, { atEnd }) {
      atEnd(() => (ended += 1))
      return { measure: () => Promise.reject(new Error('the server ended')) }
    },
  }
  await expect(takeTurns({ name: 'b', bench, subjects: [{} as Subject] })).rejects.toThrow('the server ended')
  expect(ended).toBe(1)
})

test('a name stands for all benches below it, and those that run apart must be named', () => {
  const known = {
    taps: {},
    'lighthouse/home': { isApart: true },
    'lighthouse/join': { isApart: true },
  } as const
  expect(choose(known, [])).toEqual(['taps'])
  expect(choose(known, ['lighthouse'])).toEqual(['lighthouse/home', 'lighthouse/join'])
  expect(choose(known, ['lighthouse/join', 'taps'])).toEqual(['taps', 'lighthouse/join'])
})

test('a word that names no row is refused, and so is an option that is none', () => {
  expect(readOptions(['taps', '--json', 'a.json', '--against', '../b'], ['taps'])).toEqual({
    names: ['taps'],
    json: 'a.json',
    against: '../b',
    rounds: undefined,
  })
  expect(readOptions(['tabs'], ['taps', 'map'])).toEqual({
    fault: 'There is no tabs. There is taps, map.',
  })
  expect(readOptions(['lighthouse'], ['lighthouse/home'])).toHaveProperty('names', ['lighthouse'])
  expect(readOptions(['--agianst', 'x'], [])).toHaveProperty('fault')
  expect(readOptions(['--rounds', 'many'], [])).toHaveProperty('fault')
})
