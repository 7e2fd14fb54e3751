// What the reader can do with a post: its author and moderators change and delete it, the others report it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Eye, EyeOff, Flag, Pencil, Trash2, VolumeX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { ConfirmSend } from '../../call/ConfirmSend.tsx'
import { useSessionState } from '../../session/SessionContext.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/overlay/Menu.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { useFocusBack } from '../../ui/overlay/useFocusBack.ts'
import { HideDialog } from './moderating/HideDialog.tsx'
import { MuteText } from './moderating/MuteText.tsx'
import { ReportDialog } from './moderating/ReportDialog.tsx'
import styles from './PostMenu.module.css'
import type { ChangeItem, PostItem } from './posts.ts'
import { usePostsWritten } from './usePostsChanged.ts'

type Doing = 'delete' | 'report' | 'hide' | 'mute'

interface PostMenuProps {
  item: PostItem
  author: string
  onChange: ChangeItem
}

export function PostMenu({ item, author, onChange }: PostMenuProps) {
  const { t } = useLingui()
  const { member, lapsedMember } = useSessionState()
  const navigate = useNavigate()
  const toast = useToast()
  const ground = useRef<HTMLDivElement>(null)
  const [doing, setDoing] = useState<Doing>()
  const noteWritten = usePostsWritten()
  const menu = useRef<HTMLDivElement>(null)
  // the entry that was chosen is gone
  useFocusBack(doing !== undefined, () => menu.current?.querySelector('button'))
  const { post } = item
  const reader = member ?? lapsedMember
  const isOwn = reader?.id === post.memberId
  const isModerator = reader?.moderator === true
  const isComment = post.parentId > 0

  const entry = (key: string, label: string, icon: MenuItem['icon'], more: Partial<MenuItem>): MenuItem => ({
    key,
    label,
    icon,
    ...more,
  })
  const choose = (chosen: Doing) => () => setDoing(chosen)
  const items: MenuItem[] = [
    ...(isOwn || isModerator
      ? [
          entry('edit', t`Edit`, <Pencil aria-hidden="true" />, {
            onSelect: () => void navigate({ to: '/portal/member/social', search: { edit: String(post.id) } }),
          }),
          entry('delete', t`Delete`, <Trash2 aria-hidden="true" />, {
            danger: true,
            onSelect: choose('delete'),
          }),
        ]
      : []),
    ...(isOwn
      ? []
      : [entry('report', t`Report`, <Flag aria-hidden="true" />, { onSelect: choose('report') })]),
    ...(isModerator && !isOwn
      ? [
          entry(
            'hide',
            post.hidden ? t`Show again` : t`Hide`,
            post.hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
            { onSelect: choose('hide'), divided: true },
          ),
          ...(post.author === ''
            ? []
            : [
                entry('mute', t`Mute ${author}`, <VolumeX aria-hidden="true" />, {
                  onSelect: choose('mute'),
                }),
              ]),
        ]
      : []),
  ]
  const close = () => setDoing(undefined)
  const takeAway = () => {
    onChange(post.id, () => undefined)
    noteWritten()
  }
  const done = (text: string) => {
    close()
    toast({ text })
  }
  const setHidden = (hidden: boolean) =>
    onChange(post.id, (shown) => ({ ...shown, post: { ...shown.post, hidden } }))
  const name = isComment ? t`Comment by ${author}` : t`Post by ${author}`
  return (
    <div ref={menu} className={styles.menu}>
      <Menu
        container={ground}
        trigger={<IconButton label={t`More: ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
        items={items}
      />
      <div ref={ground} />
      {doing === 'report' && (
        <ReportDialog
          postId={post.id}
          onClose={close}
          onReported={() => done(t`The moderators have your report.`)}
        />
      )}
      {doing === 'delete' && (
        <ConfirmSend
          action="delete_post"
          input={{ postId: post.id }}
          title={isComment ? <Trans>Delete this comment?</Trans> : <Trans>Delete this post?</Trans>}
          confirm={<Trans>Delete</Trans>}
          onClose={(error) => {
            close()
            if (error instanceof Failure && error.code === 'post-not-found') takeAway()
          }}
          onDone={() => {
            done(isComment ? t`The comment was deleted.` : t`The post was deleted.`)
            takeAway()
          }}
        >
          {isComment ? (
            <Trans>Nobody sees it any more.</Trans>
          ) : (
            <Trans>Nobody sees it any more, nor its comments.</Trans>
          )}
        </ConfirmSend>
      )}
      {doing === 'hide' && !post.hidden && (
        <HideDialog
          postId={post.id}
          onClose={close}
          onDone={() => {
            done(t`Only its author and moderators see it now.`)
            // its author and moderators see it on its own page
            setHidden(true)
          }}
        />
      )}
      {doing === 'hide' && post.hidden && (
        <ConfirmSend
          action="hide_post"
          input={{ postId: post.id, hidden: false }}
          title={<Trans>Show it again?</Trans>}
          confirm={<Trans>Show again</Trans>}
          onClose={close}
          onDone={() => {
            done(t`Everybody sees it again.`)
            setHidden(false)
          }}
        >
          <Trans>Its reports are closed.</Trans>
        </ConfirmSend>
      )}
      {doing === 'mute' && (
        <ConfirmSend
          action="mute_member"
          input={{ id: post.memberId, muted: true }}
          title={<Trans>Mute {author}?</Trans>}
          confirm={<Trans>Mute</Trans>}
          onClose={close}
          onDone={() => done(t`${author} is muted.`)}
        >
          <MuteText />
        </ConfirmSend>
      )}
    </div>
  )
}
