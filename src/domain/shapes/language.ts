// The languages of the product.

// all languages; the first is the default
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** Of a stored text. Null for none, and for one that is not of the product. */
export function toLanguage(text: string | null): Language | null {
  return text === 'en' || text === 'es' ? text : null
}
