// Which tab fills in a half-filled sheet: the one that has its Web Lock (rules/offline 1.8).
import { useEffect, useMemo, useRef, useState } from 'react'
import { tabStorage } from '../../../session/deviceStorage.ts'
import type { ScoreSheet } from '../sheet.ts'
import { toSheetId } from '../sheetRecords.ts'
import { holdSheet, type SheetHold } from './sheetHold.ts'

export interface SheetHolding {
  /** Takes the sheet if no other tab has it. Gives the earlier sheet back. */
  tryTake(sheet: ScoreSheet): Promise<boolean>
  /** Takes the sheet, from another tab too. Gives the earlier sheet back. */
  take(sheet: ScoreSheet): Promise<void>
  giveBack(): void
  /** Another tab has taken the sheet of this one. */
  isLost(): boolean
  /** The key of the sheet that this tab had last. */
  findLast(): string | undefined
}

interface Held {
  key: string
  isLost: boolean
  hold?: SheetHold
}

/** The second value is true while the sheet on the screen is filled in in another tab. */
export function useSheetHold(draftId: string): [SheetHolding, boolean] {
  const [isElsewhere, setIsElsewhere] = useState(false)
  const held = useRef<Held>(undefined)
  const holding = useMemo(() => createHolding(draftId, held, setIsElsewhere), [draftId])
  useEffect(() => () => holding.giveBack(), [holding])
  return [holding, isElsewhere]
}

function createHolding(
  draftId: string,
  held: { current: Held | undefined },
  tell: (isElsewhere: boolean) => void,
): SheetHolding {
  const lastName = `${draftId} last`

  function giveBack(): void {
    held.current?.hold?.release()
    held.current = undefined
    tell(false)
  }

  async function take(sheet: ScoreSheet, steal: boolean): Promise<boolean> {
    if (held.current?.key === sheet.key && !held.current.isLost) return true
    giveBack()
    const mine: Held = { key: sheet.key, isLost: false }
    held.current = mine
    const hold = await holdSheet(toSheetId(draftId, sheet), {
      steal,
      onLost() {
        mine.isLost = true
        if (held.current === mine) tell(true)
      },
    })
    if (held.current !== mine) hold?.release()
    else if (hold === undefined) held.current = undefined
    else {
      mine.hold = hold
      tabStorage.save(lastName, sheet.key)
      return true
    }
    return false
  }

  return {
    tryTake: (sheet) => take(sheet, false),
    async take(sheet) {
      await take(sheet, true)
    },
    giveBack,
    isLost: () => held.current?.isLost === true,
    findLast: () => tabStorage.find(lastName),
  }
}
