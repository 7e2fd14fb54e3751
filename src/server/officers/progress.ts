// How far a long command is, on its way to the officer's terminal.

/** Marks a line with the command's progress, which is drawn as a bar and not printed as text. */
const progressMark = '\u0001'

const stepNames = {
  pictures: 'Pictures',
  passwords: 'Passwords',
  records: 'Records',
} as const

export function createProgress(print: (text: string) => void) {
  let last = ''
  return (step: keyof typeof stepNames, done: number, all: number): void => {
    const percent = all === 0 ? 100 : Math.floor((done / all) * 100)
    const line = `${progressMark}${percent} ${stepNames[step]}\n`
    if (line !== last) print(line)
    last = line
  }
}

/** The progress in a printed line; undefined when it is text for people. */
export function parseProgress(text: string): { percent: number; label: string } | undefined {
  const match = /^(\d+) (.*)\n$/.exec(text.startsWith(progressMark) ? text.slice(1) : '')
  return match === null ? undefined : { percent: Number(match[1]), label: match[2] ?? '' }
}
