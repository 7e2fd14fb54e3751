// What of posts and comments waits for whoever moderates.
import type { OfficersWaiting } from '../../member/waiting.ts'
import { countReportedPosts } from './db/report.ts'

export const waiting: readonly OfficersWaiting[] = [
  { kind: 'reports', right: 'moderate', count: (tx, memberId) => countReportedPosts(tx, memberId ?? 0) },
]
