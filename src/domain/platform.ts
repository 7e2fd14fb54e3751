// Who runs the product. Shown in the footer, in the legal pages and on bank statements.

export const platform = {
  /** The product's name. */
  name: 'Showfield',
  /** Appears on the buyer's statement. */
  company: 'Showfield',
} as const
