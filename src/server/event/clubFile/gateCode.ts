// The code of a car, a space or a shift: what the gate reads is unique in the club.
import type { Checking, FileRecord } from '../../clubFile/recordKind.ts'

export function checkGateCode(record: FileRecord, { reportDouble }: Checking): void {
  const { code } = record.value
  if (typeof code === 'string') reportDouble(record, 'club', 'code', code, 'the code')
}
