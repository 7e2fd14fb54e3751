// What a payer was told when their card was saved. Each version names the words beside the card form.

/** Words that were shown keep their version for ever. Other words, in any language, get a new version. */
export const cardConsents = ['renewal-1', 'renewal-2', 'saved-1'] as const
export type CardConsent = (typeof cardConsents)[number]

export const currentConsent: CardConsent = 'renewal-1'

/** For a card that a member saves without paying. */
export const savingConsent: CardConsent = 'saved-1'

export function isCardConsent(version: string): version is CardConsent {
  return cardConsents.some((known) => known === version)
}
