// The result of each measurement, and how the table is printed.

export interface BenchRow {
  what: string
  beside: string
  figure: string
  goal: string
  met: boolean
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function printRows(rows: readonly BenchRow[]): void {
  const columns = ['what', 'beside', 'figure', 'goal'] as const
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  console.log(`\n${line(columns)}  met`)
  for (const row of rows) {
    console.log(`${line(columns.map((column) => row[column]))}  ${row.met ? 'yes' : 'NO'}`)
  }
}
