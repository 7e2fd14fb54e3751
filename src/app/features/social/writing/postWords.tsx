// What becomes of a post or comment, in the words of SaveFault.
import { Trans } from '@lingui/react/macro'
import { type SaveWords, saveWords } from '../../../unsaved/SaveFault.tsx'

export const postWords: SaveWords = {
  ...saveWords,
  lostTitle: <Trans>We do not know yet whether it was posted</Trans>,
  lost: <Trans>The answer did not come. We ask again by ourselves; it is posted once at most.</Trans>,
  'saved-before': (
    <Trans>
      This was posted already, as it was written before. Save it again to post it as it is now too, or discard
      it and edit what was posted.
    </Trans>
  ),
  unkept: <Trans>This browser keeps no draft. Post it before you leave this page.</Trans>,
  kept: <Trans>Draft kept on this phone. Not posted: no connection. Save it again when there is one.</Trans>,
}
