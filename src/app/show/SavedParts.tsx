// What of a show is on this device, one line for each part. Pictures and the app come last.
import { Trans } from '@lingui/react/macro'
import { CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './SavedParts.module.css'
import type { Readiness } from './useReadiness.ts'

export interface SavedPartsProps {
  readiness: Readiness
  /** A SavedPart for each part of the pack that matters here. */
  children: ReactNode
}

export function SavedParts({ readiness, children }: SavedPartsProps) {
  const { picturesSaved, picturesWanted, cars, isAppSaved, appFiles } = readiness
  return (
    <ul className={styles.parts}>
      {children}
      {picturesWanted > 0 && (
        <SavedPart isDone={picturesSaved >= picturesWanted}>
          <Trans>
            Pictures, {picturesSaved} of {picturesWanted}
          </Trans>
        </SavedPart>
      )}
      {cars !== undefined && cars.wanted > 0 && <CarPictures saved={cars.saved} wanted={cars.wanted} />}
      <SavedPart isDone={isAppSaved}>
        {isAppSaved || appFiles === undefined ? (
          <Trans>The app, in English and Spanish</Trans>
        ) : (
          <Trans>
            The app, {appFiles.saved} of {appFiles.wanted}
          </Trans>
        )}
      </SavedPart>
    </ul>
  )
}

function CarPictures({ saved, wanted }: { saved: number; wanted: number }) {
  return (
    <SavedPart isDone={saved >= wanted}>
      <Trans>
        Pictures of cars, {saved} of {wanted}
      </Trans>
    </SavedPart>
  )
}

export function SavedPart({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className={isDone ? styles.done : undefined}>
      {isDone ? <CircleCheck aria-hidden="true" /> : <Clock aria-hidden="true" />}
      <span className={styles.name}>{children}</span>
      <span className={styles.state}>{isDone ? <Trans>Saved</Trans> : <Trans>Waiting</Trans>}</span>
    </li>
  )
}
