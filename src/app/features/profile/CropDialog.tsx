// Moves and enlarges a picture within its circle, by hand or by the keyboard.
import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './CropDialog.module.css'
import { drawPicture, mostZoom, movePlace, type Place, side, whole } from './picture.ts'

interface CropDialogProps {
  image: HTMLImageElement
  onClose(): void
  /** With a data URL. */
  onDone(picture: string): void
}

export function CropDialog({ image, onClose, onDone }: CropDialogProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [place, setPlace] = useState<Place>(whole)
  useEffect(() => {
    if (canvas.current !== null) drawPicture(canvas.current, image, place)
  }, [image, place])

  const drag = ({ currentTarget, buttons, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return
    const dots = side / currentTarget.clientWidth
    setPlace((before) => movePlace(image, before, movementX * dots, movementY * dots))
  }
  const range = (name: keyof Place, label: string, least: number, most: number) => (
    <label className={styles.range}>
      {label}
      <input
        type="range"
        min={least}
        max={most}
        step={0.05}
        value={place[name]}
        onChange={({ target }) => setPlace((before) => ({ ...before, [name]: Number(target.value) }))}
      />
    </label>
  )
  return (
    <Dialog
      open
      title={<Trans>Your picture</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            onClick={() => canvas.current !== null && onDone(canvas.current.toDataURL('image/png'))}
          >
            <Trans>Use this picture</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={side}
          height={side}
          role="img"
          aria-label={t`How your picture will look`}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
        <div className={styles.ranges}>
          {range('zoom', t`Zoom`, 1, mostZoom)}
          {range('x', t`Left or right`, -1, 1)}
          {range('y', t`Up or down`, -1, 1)}
        </div>
      </div>
    </Dialog>
  )
}
