// Row 4: maps of 500, 2,000 and 10,000 spaces, beside the same map as SVG, on a 2D canvas, and as Konva.
import { benchMap } from './map/benchMap.ts'
import { type BenchRow, toSpread } from './rows.ts'

export async function benchMapRows(): Promise<BenchRow[]> {
  const rows = await benchMap()
  return rows.map(({ size, what, ours, rivals: { svg, canvas, konva } }) => ({
    what: `map of ${size.toLocaleString('en')} spaces: ${what}`,
    beside: `the fastest of SVG ${toSpread(svg, 'ms')}, canvas ${toSpread(canvas, 'ms')} and Konva ${toSpread(konva, 'ms')}`,
    figures: ours.map((ms, round) => {
      const others = [svg, canvas, konva].map((figures) => figures[round] ?? Number.NaN)
      return ms / Math.min(...others)
    }),
    unit: 'times',
    goal: { atMost: 1 },
    notes: [toSpread(ours, 'ms')],
  }))
}
