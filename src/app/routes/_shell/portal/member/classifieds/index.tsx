import { createFileRoute } from '@tanstack/react-router'
import { ClassifiedsScreen } from '../../../../../features/classifieds/ClassifiedsScreen.tsx'
import { parseListingsSearch } from '../../../../../features/classifieds/listingsSearch.ts'

export const Route = createFileRoute('/_shell/portal/member/classifieds/')({
  validateSearch: parseListingsSearch,
  component: ClassifiedsScreen,
})
