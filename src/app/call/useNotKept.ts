// Says that this phone could not keep what the person has just done. It is for rejections.
import { useLingui } from '@lingui/react/macro'
import { useToast } from '../ui/overlay/toastContext.ts'

export function useNotKept(): () => void {
  const { t } = useLingui()
  const toast = useToast()
  return () => toast({ text: t`This phone could not keep that. Try again.` })
}
