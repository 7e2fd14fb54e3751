// What reaches an officer's terminal, whoever wrote it: the last place, after each command's own care.
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createPrinter } from '../../../src/server/officers/terminal.ts'

function print(isTTY: boolean, ...texts: string[]): string {
  const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  const printer = createPrinter(terminal)
  for (const text of texts) printer(text)
  return String(terminal.read() ?? '')
}

it.each([true, false])('is text that controls nothing, and its lines (a terminal: %s)', (isTTY) => {
  const hostile = 'Meet\u001b[1A\u001b[2K\u009b2J\u202e\u2028\u0007\r'
  expect(print(isTTY, `${hostile}\nTwo\n`)).toBe('Meet[1A[2K2J\nTwo\n')
})

it('has a bar on a terminal alone, which text takes the place of', () => {
  const texts = ['\u000150 Records\n', 'Done\n']
  expect(print(true, ...texts)).toBe(
    `\r\u001b[KRecords    ${'█'.repeat(15)}${'░'.repeat(15)} 50 %\r\u001b[KDone\n`,
  )
  expect(print(false, ...texts)).toBe('Records 50 %\nDone\n')
})
