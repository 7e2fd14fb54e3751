// The proof that somebody looked a membership up. For an hour its holder may renew that one membership.

import { lookupProofLifeMs } from '../limits/times.ts'
import { createSealedProof } from '../sealed/sealedProof.ts'

export const {
  seal: sealLookup,
  open: openLookup,
  readKey: getLookupKey,
} = createSealedProof('membership look-ups', 'memberId', lookupProofLifeMs)
