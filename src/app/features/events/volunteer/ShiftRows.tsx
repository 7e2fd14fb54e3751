// A list of shifts, each with its schedule, day and hours.
import { useLanguage } from '../../../text/useLanguage.ts'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { toShiftTime } from './shiftText.ts'
import type { TakenShift } from './takenShifts.ts'

export interface ShiftRowsProps {
  taken: readonly TakenShift[]
  timeZone: string
  hasInstructions?: boolean
}

export function ShiftRows({ taken, timeZone, hasInstructions = false }: ShiftRowsProps) {
  const language = useLanguage()
  return (
    <List flush>
      {taken.map((shift) => (
        <ListRow key={shift.id} title={shift.schedule} note={toShiftTime(shift, timeZone, language)}>
          {hasInstructions && shift.instructions !== '' && <p className="prose">{shift.instructions}</p>}
        </ListRow>
      ))}
    </List>
  )
}
