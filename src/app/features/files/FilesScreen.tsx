// The club's files: folders that open and close, and what lies beside them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { ReadFault } from '../../call/ReadState.tsx'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useRead } from '../../call/useRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { FileFolder } from './FileFolder.tsx'
import { FileList } from './FileList.tsx'

/** Where files lie that are in no folder. */
const root = '0'
/** Links open for nine minutes at least. */
const renewLinksMs = 4 * 60_000

export function FilesScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Files`)
  const isOffline = useIsOffline()
  const reading = useRead('get_media', { shared: true })
  const renew = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !isOffline) reading.refetch()
  })
  useEffect(() => {
    const timer = window.setInterval(renew, renewLinksMs)
    return () => window.clearInterval(timer)
  }, [])
  const { media = [], folders = [] } = reading.data ?? {}
  const known = new Set(folders.map(({ id }) => id))
  // a file of a folder that this answer does not have must not be lost
  const loose = media.filter(({ parent }) => parent === root || !known.has(parent))
  return (
    <div className="stack">
      <h1>
        <Trans>Files</Trans>
      </h1>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the files…`}>
          <SkeletonShape shape="row" count={5} />
        </Skeleton>
      )}
      {reading.data !== undefined && media.length === 0 && folders.length === 0 && (
        <EmptyState title={<Trans>No files</Trans>}>
          <Trans>Newsletters and documents that the club shares with its members will be here.</Trans>
        </EmptyState>
      )}
      {folders.map((folder) => (
        <FileFolder
          key={folder.id}
          folder={folder}
          files={media.filter(({ parent }) => parent === folder.id)}
          isOffline={isOffline}
        />
      ))}
      {loose.length > 0 && (
        <FileList
          label={folders.length > 0 ? t`In no folder` : t`Files`}
          files={loose}
          isOffline={isOffline}
        />
      )}
    </div>
  )
}
