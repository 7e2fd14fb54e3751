// A folder: pressed, it opens and shows its files.
import { Plural, Trans } from '@lingui/react/macro'
import { ChevronDown, Folder, FolderOpen } from 'lucide-react'
import { useId, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { classNames } from '../../ui/classNames.ts'
import styles from './FileFolder.module.css'
import { FileList, type MediaFile } from './FileList.tsx'

interface FileFolderProps {
  folder: Accepted<'get_media'>['folders'][number]
  files: readonly MediaFile[]
  isOffline: boolean
}

export function FileFolder({ folder: { label, color }, files, isOffline }: FileFolderProps) {
  const [isOpen, setIsOpen] = useState(false)
  const contentId = useId()
  const Icon = isOpen ? FolderOpen : Folder
  const count = files.length
  return (
    <section className={styles.folder}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.button}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon
            className={styles.icon}
            aria-hidden="true"
            {...(color === '' ? {} : { style: { fill: color } })}
          />
          <span className={styles.words}>
            <span className={styles.label}>{label}</span>{' '}
            <span className={styles.count}>
              <Plural value={count} one="# file" other="# files" />
            </span>
          </span>
          <ChevronDown className={classNames(styles.chevron, isOpen && styles.up)} aria-hidden="true" />
        </button>
      </h2>
      <div id={contentId} hidden={!isOpen}>
        {isOpen &&
          (count > 0 ? (
            <FileList label={label} files={files} isOffline={isOffline} isInside />
          ) : (
            <p className={styles.empty}>
              <Trans>This folder is empty.</Trans>
            </p>
          ))}
      </div>
    </section>
  )
}
