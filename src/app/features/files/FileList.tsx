// Files as rows: what they are, and a link that opens each in a window of its own.
import { Trans } from '@lingui/react/macro'
import {
  AudioLines,
  CalendarDays,
  Clapperboard,
  Contact,
  ExternalLink,
  File,
  FileText,
  Image,
  type LucideIcon,
  NotebookText,
  Sheet,
} from 'lucide-react'
import type { Accepted } from '../../../contract/caller.ts'
import { findDay } from '../../../domain/day.ts'
import { type FileKind, fileTypes } from '../../../domain/shapes/fileType.ts'
import { useClubZone } from '../../session/useClubZone.ts'
import { toSize } from '../../show/showTime.ts'
import { formatDate } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { List } from '../../ui/layout/List.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FileList.module.css'

export type MediaFile = Accepted<'get_media'>['media'][number]

interface FileListProps {
  label: string
  files: readonly MediaFile[]
  isOffline: boolean
  /** Within a folder. */
  isInside?: boolean
}

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  pdf: FileText,
  audio: AudioLines,
  video: Clapperboard,
  image: Image,
  contact: Contact,
  table: Sheet,
  text: NotebookText,
  calendar: CalendarDays,
}

export function FileList({ label, files, isOffline, isInside = false }: FileListProps) {
  return (
    <List label={label} framed={!isInside} edged={isInside && 'above'}>
      {files.map((file) => (
        <li key={file.id}>
          {isOffline ? (
            <div className={styles.words}>
              <FileWords file={file} />
            </div>
          ) : (
            <a href={file.url} target="_blank" rel="noopener noreferrer" className={styles.words}>
              <FileWords file={file} />
              <ExternalLink className={styles.leaves} aria-hidden="true" />
              <VisuallyHidden>
                {' '}
                <Trans>(opens in a new window)</Trans>
              </VisuallyHidden>
            </a>
          )}
        </li>
      ))}
    </List>
  )
}

function FileWords({ file: { name, contentType, bytes, created } }: { file: MediaFile }) {
  const language = useLanguage()
  const timeZone = useClubZone()
  const type = fileTypes.get(contentType)
  const Icon = type === undefined ? File : icons[type.kind]
  const facts = [
    ...(type === undefined ? [] : [type.extension.toUpperCase()]),
    toSize(bytes, language),
    formatDate(findDay(Date.parse(created), timeZone), language),
  ]
  return (
    <>
      <Icon className={styles.icon} aria-hidden="true" />
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span> <span className={styles.facts}>{facts.join(' · ')}</span>
      </span>
    </>
  )
}
