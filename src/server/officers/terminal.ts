// What the officer's terminal gets: plain text, and a bar for long commands.
import type { Writable } from 'node:stream'
import { parseProgress } from './progress.ts'
import { toTerminalText } from './words.ts'

const barWidth = 30

type Terminal = Writable & { readonly isTTY?: boolean }

/** On a terminal a bar that is redrawn; elsewhere one line at each quarter. */
export function createPrinter(terminal: Terminal): (text: string) => void {
  const isTerminal = terminal.isTTY === true
  let isBarDrawn = false
  let quarter = ''
  let isClosed = false
  // `| head` reads no further; the command goes on without a reader
  terminal.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isClosed = true
  })
  const write = (text: string): void => {
    if (!isClosed) terminal.write(text)
  }
  return (text) => {
    const progress = parseProgress(text)
    if (progress === undefined) {
      if (isBarDrawn) write('\r\u001b[K')
      isBarDrawn = false
      write(toTerminalText(text))
      return
    }
    const { percent, label } = progress
    if (isTerminal) {
      const full = Math.round((percent / 100) * barWidth)
      const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
      write(`\r\u001b[K${label.padEnd(10)} ${bar} ${percent} %`)
      isBarDrawn = true
      return
    }
    const line = `${label} ${Math.floor(percent / 25) * 25} %\n`
    if (line !== quarter) write(line)
    quarter = line
  }
}
