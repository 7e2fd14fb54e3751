// Looks for card numbers where none may ever be: in what a server printed and in all that it keeps.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cards } from './buyers.ts'
import type { Product } from './product.ts'

/** Names the places, never the number; the server must have stopped, so that nothing is in memory alone. */
export async function findCardNumbers({ dataDir, output }: Product): Promise<string[]> {
  const numbers = Object.values(cards).flatMap(listWritings)
  const has = (content: string | Buffer) => numbers.some((number) => content.includes(number))
  const found = has(output()) ? ['the log'] : []
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (has(await readFile(path))) found.push(path)
  }
  return found
}

/** As it is typed, and as people write it. */
function listWritings(number: string): string[] {
  const groups = number.match(/\d{4}/g) ?? []
  return [number, groups.join(' '), groups.join('-')]
}
