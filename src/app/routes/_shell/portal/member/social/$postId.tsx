import { createFileRoute } from '@tanstack/react-router'
import { PostScreen } from '../../../../../features/social/PostScreen.tsx'

export const Route = createFileRoute('/_shell/portal/member/social/$postId')({
  // a draft of a comment leads to its form
  validateSearch: ({ write }: Record<string, unknown>): { write?: 'comment' } =>
    write === 'comment' ? { write } : {},
  component: Post,
})

function Post() {
  const { postId } = Route.useParams()
  const { write } = Route.useSearch()
  return <PostScreen key={postId} postId={postId} isWriting={write === 'comment'} />
}
