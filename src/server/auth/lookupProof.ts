// The proof that somebody looked a membership up. For an hour its holder may renew that one membership.
import { hourMs } from '../../domain/time.ts'
import { createMemberProof } from './memberProof.ts'

export const {
  lifeMs: lookupLifeMs,
  seal: sealLookup,
  open: openLookup,
  readKey: getLookupKey,
} = createMemberProof('membership look-ups', hourMs)
