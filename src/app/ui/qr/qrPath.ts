// The dark modules of a QR code as the data of an SVG path.

/** Row by row; dark modules side by side are one rectangle. */
export function toQrPath(size: number, modules: ArrayLike<number>): string {
  const runs: string[] = []
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (x < size && modules[y * size + x] !== 0) x += 1
      if (x > start) runs.push(`M${start} ${y}h${x - start}v1h${start - x}z`)
    }
  }
  return runs.join('')
}
