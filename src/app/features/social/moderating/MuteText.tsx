// What muting somebody means, before it is done.
import { Trans } from '@lingui/react/macro'

export function MuteText() {
  return (
    <Trans>
      They can read, and delete what is theirs. They cannot post, comment, react or report, nor add or change
      a ride or a listing, until a moderator or an officer takes it back.
    </Trans>
  )
}
