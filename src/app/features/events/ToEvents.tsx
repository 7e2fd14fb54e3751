// The way back to the event list of the portal's current area.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/buttonClass.ts'
import { useEventList } from './useEventList.ts'

export function ToEvents() {
  return (
    <Link to={useEventList()} className={buttonClass()}>
      <Trans>See the events</Trans>
    </Link>
  )
}
