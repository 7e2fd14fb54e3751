// Row 4: the map of 2,000 spaces, beside the same map as SVG and as Konva.
import { benchMap } from './map/benchMap.ts'
import type { BenchRow } from './rows.ts'

export async function benchMapRows(): Promise<BenchRow[]> {
  const { rows } = await benchMap()
  return rows.map(({ what, ours, svg, konva }) => ({
    what: `map of 2,000 spaces: ${what}`,
    beside: `SVG ${svg.toFixed(1)} ms, Konva ${konva.toFixed(1)} ms`,
    figure: `${ours.toFixed(1)} ms`,
    goal: 'ahead of both',
    met: ours < svg && ours < konva,
  }))
}
