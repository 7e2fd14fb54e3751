import { createFileRoute } from '@tanstack/react-router'
import { SocialScreen } from '../../../../../features/social/SocialScreen.tsx'
import { parseSocialSearch } from '../../../../../features/social/socialSearch.ts'

export const Route = createFileRoute('/_shell/portal/member/social/')({
  validateSearch: parseSocialSearch,
  component: SocialScreen,
})
