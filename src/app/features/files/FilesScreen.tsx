// The club's files: folders that open and close, and what lies beside them.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Accepted } from '../../../contract/caller.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { ReadView } from '../../reading/ReadView.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useWhileLookedAt } from '../../reading/useWhileLookedAt.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
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
  useWhileLookedAt(reading.refetch, { isWanted: !isOffline, everyMs: renewLinksMs })
  return (
    <div className="stack">
      <h1>
        <Trans>Files</Trans>
      </h1>
      <ReadView
        reading={reading}
        label={t`Loading the files…`}
        loading={<SkeletonShape shape="row" count={5} />}
        isEmpty={({ media, folders }) => media.length === 0 && folders.length === 0}
        empty={
          <EmptyState title={<Trans>No files</Trans>}>
            <Trans>Newsletters and documents that the club shares with its members will be here.</Trans>
          </EmptyState>
        }
      >
        {({ media, folders }) => <Folders media={media} folders={folders} isOffline={isOffline} />}
      </ReadView>
    </div>
  )
}

type FoldersProps = Pick<Accepted<'get_media'>, 'media' | 'folders'> & { isOffline: boolean }

function Folders({ media, folders, isOffline }: FoldersProps) {
  const { t } = useLingui()
  const known = new Set(folders.map(({ id }) => id))
  // a file of a folder that this answer does not have must not be lost
  const loose = media.filter(({ parent }) => parent === root || !known.has(parent))
  return (
    <>
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
    </>
  )
}
