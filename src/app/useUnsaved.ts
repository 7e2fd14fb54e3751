// Marks the tab while something in it would be lost by a reload, so that no new version is taken meanwhile.
import { useEffect } from 'react'
import { holdBusy } from './worker.ts'

export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdBusy() : undefined), [isUnsaved])
}
