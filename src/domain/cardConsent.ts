// What a payer was told when their card was saved: each version stands for words that were shown beside the card form.

/** Words that were shown once keep their version for ever; other words, in any language, take a new one. */
export const cardConsents = ['renewal-1'] as const
export type CardConsent = (typeof cardConsents)[number]

export const currentConsent: CardConsent = 'renewal-1'

export function isCardConsent(version: string): version is CardConsent {
  return cardConsents.some((known) => known === version)
}
