// Why a picture that somebody has chosen cannot be used, and what they can do.
import { Trans } from '@lingui/react/macro'
import type { PictureRefusal } from './readPicture.ts'

export function RefusedPicture({ name, why }: { name: string; why: PictureRefusal }) {
  switch (why) {
    case 'type':
      return <Trans>{name} is not a supported image type.</Trans>
    case 'heic':
      return (
        <Trans>
          {name} is a HEIC image, which this browser cannot read. Save it as JPEG, or set the iPhone's camera
          to "Most Compatible".
        </Trans>
      )
    case 'broken':
      return <Trans>{name} is damaged and cannot be read.</Trans>
  }
}
