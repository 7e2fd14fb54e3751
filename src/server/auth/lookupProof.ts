// The proof that somebody looked a membership up. For an hour its holder may renew that one membership.
import { hourMs } from '../../domain/time.ts'
import { createSealedProof } from './sealedProof.ts'

export const {
  lifeMs: lookupLifeMs,
  seal: sealLookup,
  open: openLookup,
  readKey: getLookupKey,
} = createSealedProof('membership look-ups', 'memberId', hourMs)
