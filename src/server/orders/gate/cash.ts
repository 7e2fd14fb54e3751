// Orders that were paid in cash: the card provider knows nothing of them.

/** The `mode` of such an order. Other modes name the keys of the card provider. */
export const cashMode = 'cash'

export function isCash({ mode }: { readonly mode: string }): boolean {
  return mode === cashMode
}
