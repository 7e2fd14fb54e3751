// Tells the person when a newer version has just replaced what they see.
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useShow, useShowState } from '../../show/ShowContext.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'

export function UpdateNotice() {
  const { t } = useLingui()
  const { store } = useShow()
  const { updatedTo } = useShowState(store)
  const toast = useToast()
  useEffect(() => {
    if (updatedTo === undefined) return
    toast({ text: t`The club has just changed this event. You see the newest.` })
    store.forgetUpdate()
  }, [updatedTo, store, toast, t])
  return null
}
