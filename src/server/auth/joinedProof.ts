// The proof that a browser has just paid for a new membership. It counts as the mailed code (rules/security 3.4).
import { minuteMs } from '../../domain/time.ts'
import { createMemberProof } from './memberProof.ts'

export const {
  lifeMs: joinedLifeMs,
  seal: sealJoined,
  open: openJoined,
} = createMemberProof('browsers that have just joined', 30 * minuteMs)
