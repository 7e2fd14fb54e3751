// The pictures of a form: chosen, dropped, pasted or taken with the camera, and removed again.

import { Trans, useLingui } from '@lingui/react/macro'
import { Camera, ImagePlus, X } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { toPictureUrl } from '../../domain/picture.ts'
import { mostPictures } from '../../domain/shapes/sharedLengths.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { FieldMessage } from '../ui/form/FieldMessage.tsx'
import { FormBusy } from '../ui/form/fieldContext.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { useSecondTap } from '../useSecondTap.ts'
import styles from './PicturesField.module.css'
import { ProgressLine } from './ProgressLine.tsx'
import { RefusedPicture } from './RefusedPicture.tsx'
import { acceptedTypes } from './readPicture.ts'
import { type FormPicture, type RefusedFile, useAddPictures } from './useAddPictures.ts'
import { useGivenFiles } from './useGivenFiles.ts'
import type { Preparation } from './usePreparation.ts'

interface PicturesFieldProps {
  pictures: readonly FormPicture[]
  onChange(pictures: readonly FormPicture[]): void
  onPreparing: Preparation['onPreparing']
}

export function PicturesField({ pictures, onChange, onPreparing }: PicturesFieldProps) {
  const { t } = useLingui()
  const isClosed = use(FormBusy)
  const { add: addAll, progress, refused } = useAddPictures(pictures, onChange)
  // what is given while the form is on its way is added when it has come back
  const given = useRef<File[]>([])
  const add = (files: readonly File[]) => {
    if (isClosed) given.current.push(...files)
    else void addAll(files)
  }
  const addGiven = useRef(add)
  addGiven.current = add
  useEffect(() => {
    if (!isClosed) addGiven.current(given.current.splice(0))
  }, [isClosed])
  const isPreparing = progress !== undefined
  const tell = useRef(onPreparing)
  tell.current = onPreparing
  useEffect(() => tell.current(isPreparing), [isPreparing])
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const tooMany = refused.filter(({ why }) => why === 'too-many')
  const isFull = pictures.length >= mostPictures
  const isOver = useGivenFiles(add)
  // who saves without having seen it believes that it was added
  const refusals = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused.length > 0) refusals.current?.scrollIntoView({ block: 'center' })
  }, [refused])

  const isSecondTap = useSecondTap()
  const remove = (key: string) => {
    if (isClosed) return
    // when there is room again the button is another one
    flushSync(() => onChange(pictures.filter((picture) => picture.key !== key)))
    addButton.current?.focus()
  }
  const input = (ref: typeof chooser, name: string, label: string, more: object) => (
    <input
      ref={ref}
      type="file"
      name={name}
      tabIndex={-1}
      aria-label={label}
      accept={acceptedTypes}
      {...more}
      onChange={({ target }) => {
        add([...(target.files ?? [])])
        // the same file can be chosen again
        target.value = ''
      }}
    />
  )
  return (
    <fieldset className={classNames(styles.field, isOver && !isClosed && styles.over)}>
      <legend className={styles.legend}>
        <Trans>Images</Trans>
      </legend>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map(({ key, imageData }, at) => (
            <li key={key} className={styles.picture}>
              <img src={toPictureUrl(imageData, 'thumbnail')} alt={t`Number ${at + 1}`} />
              <span className={styles.remove}>
                <IconButton
                  label={t`Remove image ${at + 1}`}
                  icon={<X aria-hidden="true" />}
                  onClick={(event) => {
                    // the next picture has slid under the finger
                    if (isSecondTap(event)) addButton.current?.focus()
                    else remove(key)
                  }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button
          ref={addButton}
          icon={<ImagePlus aria-hidden="true" />}
          disabledReason={isFull ? t`There is room for ${mostPictures} images.` : undefined}
          onClick={() => isClosed || chooser.current?.click()}
        >
          <Trans>Add image</Trans>
        </Button>
        {!isFull && (
          <span className={styles.camera}>
            <Button icon={<Camera aria-hidden="true" />} onClick={() => isClosed || camera.current?.click()}>
              <Trans>Take a photo</Trans>
            </Button>
          </span>
        )}
      </div>
      <p className={styles.hint}>
        <Trans>Add photos: choose them, drop them here, or paste them. Up to {mostPictures}.</Trans>
      </p>
      <VisuallyHidden>
        {input(chooser, 'pictures', t`Choose images`, { multiple: true })}
        {input(camera, 'camera', t`Take a photo`, { capture: 'environment' })}
      </VisuallyHidden>
      <div role="status">
        {progress !== undefined && (
          <ProgressLine value={progress.done} max={progress.of} label={t`Images that are ready`}>
            <Trans>
              Preparing image {progress.done + 1} of {progress.of}…
            </Trans>
          </ProgressLine>
        )}
      </div>
      <div ref={refusals} role="alert">
        {refused
          .filter(({ why }) => why !== 'too-many')
          .map((file) => (
            <FieldMessage key={file.key}>
              <Refusal file={file} />
            </FieldMessage>
          ))}
        {isFull && tooMany.length > 0 && (
          <FieldMessage>
            <TooMany names={tooMany.map(({ name }) => name)} />
          </FieldMessage>
        )}
      </div>
    </fieldset>
  )
}

function Refusal({ file: { name, why } }: { file: RefusedFile }): ReactNode {
  switch (why) {
    case 'not-drawn':
      return <Trans>{name} could not be prepared on this device. Try again.</Trans>
    case 'too-many':
      return <TooMany names={[name]} />
    default:
      return <RefusedPicture name={name} why={why} />
  }
}

function TooMany({ names }: { names: readonly string[] }) {
  const [name] = names
  const count = names.length
  return count === 1 ? (
    <Trans>
      {name} was not added: there is room for {mostPictures} images.
    </Trans>
  ) : (
    <Trans>
      {count} images were not added: there is room for {mostPictures}.
    </Trans>
  )
}
