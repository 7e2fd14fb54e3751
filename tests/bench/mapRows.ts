// Row 4: the map of 2,000 spaces, beside the same map as SVG and as Konva.
import { benchMap } from './map/benchMap.ts'
import { type BenchRow, toSpread } from './rows.ts'

export async function benchMapRows(): Promise<BenchRow[]> {
  const rows = await benchMap()
  return rows.map(({ what, ours, svg, konva }) => ({
    what: `map of 2,000 spaces: ${what}`,
    beside: `the faster of SVG ${toSpread(svg, 'ms')} and Konva ${toSpread(konva, 'ms')}`,
    figures: ours.map((ms, round) => ms / Math.min(svg[round] ?? Number.NaN, konva[round] ?? Number.NaN)),
    unit: 'times',
    goal: { atMost: 1 },
    notes: [toSpread(ours, 'ms')],
  }))
}
