// Announces what the server did with the sheets, also while the judge scores the next car.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { toShownEntryState } from '../../outbox/entryState.ts'
import { toRefusalText } from '../../outbox/refusalText.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useJudging } from './JudgeContext.tsx'
import { isJudging, toSheetCarNumber, toSheets } from './myCars.ts'

/** More sheets than this are counted, not named: forty sheets that arrive together make one sentence. */
const mostNamed = 3

export function Outcomes() {
  const { t, i18n } = useLingui()
  const { entries } = useJudging()
  const known = useRef<Map<string, string> | undefined>(undefined)
  const [words, setWords] = useState({ count: 0, text: '' })

  useEffect(() => {
    const before = known.current
    known.current = new Map(entries.map(({ key, state }) => [key, state]))
    if (before === undefined) return
    const changed = entries
      .filter(isJudging)
      .filter(({ key, state }) => before.has(key) && before.get(key) !== state)
    const settled = changed.filter(({ state }) => state === 'accepted')
    const sheets = settled.flatMap(toSheets)
    const filed = sheets.filter(({ takesBack }) => takesBack === undefined)
    const sent = filed.filter((entry) => toShownEntryState(entry) === 'sent')
    const accepted = filed.filter((entry) => toShownEntryState(entry) === 'accepted')
    const takenBack = sheets.filter(
      ({ takesBack, standing }) =>
        takesBack !== undefined && takesBack.movedTo === undefined && standing?.current !== false,
    )
    const refused = changed.filter(({ state }) => state === 'refused')
    const sentences: string[] = []
    if (accepted.length > mostNamed) {
      const count = accepted.length
      sentences.push(t`Your scores for ${count} cars have been accepted.`)
    } else {
      for (const number of accepted.map(toSheetCarNumber))
        sentences.push(t`Your scores for ${number} have been accepted.`)
    }
    for (const number of sent.slice(0, mostNamed).map(toSheetCarNumber))
      sentences.push(t`Your scores for ${number} were sent. A later sheet of yours counts.`)
    for (const number of takenBack.slice(0, mostNamed).map(toSheetCarNumber))
      sentences.push(t`Your sheet for ${number} is withdrawn.`)
    for (const entry of refused.slice(0, mostNamed)) sentences.push(toRefusalText(i18n, entry))
    if (sentences.length > 0) setWords(({ count }) => ({ count: count + 1, text: sentences.join(' ') }))
  }, [entries, t, i18n])

  return (
    <VisuallyHidden>
      <span role="status">
        <span key={words.count}>{words.text}</span>
      </span>
    </VisuallyHidden>
  )
}
