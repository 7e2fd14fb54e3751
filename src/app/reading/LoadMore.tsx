// The end of a list that is read in pages: the next page, or why it could not be read.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { PagedActionName, PagedReading } from './usePagedRead.ts'

interface LoadMoreProps {
  reading: Pick<
    PagedReading<PagedActionName, unknown>,
    'hasMore' | 'isLoadingMore' | 'moreError' | 'loadMore'
  >
  /** Before the next page is asked for. */
  onPress?(): void
  /** The button's words. */
  children: ReactNode
}

export function LoadMore({
  reading: { hasMore, isLoadingMore, moreError, loadMore },
  onPress,
  children,
}: LoadMoreProps) {
  const { i18n } = useLingui()
  return (
    <>
      {moreError !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, moreError)}
        </Notice>
      )}
      {hasMore && (
        <Button
          full
          busy={isLoadingMore}
          busyLabel={<Trans>Loading…</Trans>}
          onClick={() => {
            onPress?.()
            void loadMore()
          }}
        >
          {children}
        </Button>
      )}
    </>
  )
}
