// The longest files and the fullest folders of our own code. No number is too many by itself: what grows is looked at.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const shown = 10

export function printLargest(): void {
  const files = globSync('{src,sw,card-sandbox,storage-sandbox,demo}/**/*.{ts,tsx}').filter(
    (path) => !path.includes('.gen.'),
  )
  const lines = new Map(files.map((path) => [path, readFileSync(path, 'utf8').split('\n').length - 1]))
  const folders = Map.groupBy(files, (path) => dirname(path))
  print('The longest files', 'lines', lines)
  print('The fullest folders', 'files', new Map([...folders].map(([folder, held]) => [folder, held.length])))
}

function print(title: string, unit: string, counts: ReadonlyMap<string, number>): void {
  console.log(`\n${title}:`)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  for (const [path, count] of sorted.slice(0, shown)) console.log(`  ${count} ${unit}  ${path}`)
}
