// The member's picture: chosen from the files or the camera, moved into its circle, or removed.
import { Trans, useLingui } from '@lingui/react/macro'
import { Camera } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { RefusedPicture } from '../../pictures/RefusedPicture.tsx'
import { acceptedTypes, type PictureRefusal, readPicture } from '../../pictures/readPicture.ts'
import type { Preparation } from '../../pictures/usePreparation.ts'
import type { SessionMember } from '../../session/sessionState.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { FormBusy } from '../../ui/form/fieldContext.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { CropDialog } from './CropDialog.tsx'
import styles from './PictureField.module.css'

interface PictureFieldProps {
  member: SessionMember
  /** As changed in the form: a data URL, '' if it was removed, undefined if nothing was changed. */
  picture: string | undefined
  onChange(picture: string | undefined): void
  onPreparing: Preparation['onPreparing']
}

export function PictureField({ member, picture, onChange, onPreparing }: PictureFieldProps) {
  const { t } = useLingui()
  const isClosed = use(FormBusy)
  const file = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<HTMLImageElement>()
  const [refused, setRefused] = useState<{ name: string; why: PictureRefusal }>()
  const shown = picture ?? member.avatar
  const name = `${member.fname} ${member.lname}`

  const choose = async (chosen: File | undefined) => {
    setRefused(undefined)
    if (chosen === undefined) return
    onPreparing(true)
    const read = await readPicture(chosen)
    onPreparing(false)
    if (typeof read === 'string') setRefused({ name: chosen.name, why: read })
    else setImage(read)
  }
  return (
    <div>
      <div className={styles.picture}>
        <Avatar name={name} picture={shown} size="large" />
        <div className={styles.buttons}>
          <Button icon={<Camera aria-hidden="true" />} onClick={() => isClosed || file.current?.click()}>
            <Trans>Change Image</Trans>
          </Button>
          {shown !== '' && (
            <Button
              variant="quiet"
              onClick={() => isClosed || onChange(member.avatar === '' ? undefined : '')}
            >
              <Trans>Remove image</Trans>
            </Button>
          )}
        </div>
        <VisuallyHidden>
          <input
            ref={file}
            type="file"
            name="picture"
            tabIndex={-1}
            aria-label={t`Image`}
            accept={acceptedTypes}
            onChange={({ target }) => {
              void choose(target.files?.[0])
              // the same file can be chosen again
              target.value = ''
            }}
          />
        </VisuallyHidden>
      </div>
      <div role="alert">
        {refused !== undefined && (
          <FieldMessage>
            <RefusedPicture {...refused} />
          </FieldMessage>
        )}
      </div>
      {/* what is chosen while the form is on its way is not part of it, and waits */}
      {image !== undefined && !isClosed && (
        <CropDialog
          image={image}
          onClose={() => setImage(undefined)}
          onDone={(cropped) => {
            setImage(undefined)
            onChange(cropped)
          }}
        />
      )}
    </div>
  )
}
