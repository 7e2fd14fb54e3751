// Asks a running server what its open database says of itself.
import { type Finding, warning } from './finding.ts'
import type { InsideCheck } from './inside.ts'

export type Found = Partial<Record<InsideCheck, readonly Finding[]>>

/** Of a running server's answer to `findings`. */
export async function requestFindings(
  runClubCommand: (args: readonly string[], print: (text: string) => void) => Promise<number | undefined>,
  about?: InsideCheck,
): Promise<Found | undefined> {
  let text = ''
  const args = ['findings', ...(about === undefined ? [] : ['--about', about])]
  const code = await runClubCommand(args, (printed) => {
    text += printed
  })
  if (code === undefined) return undefined
  if (code === 0) return JSON.parse(text) as Found
  const said = text.split('\n')[0] ?? ''
  return {
    tables: [warning(`The running server does not answer the doctor: ${said} Restart it after an update.`)],
  }
}
