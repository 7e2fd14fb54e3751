// The texts of a language come in parts, so that a first visit loads those of the first screens alone. The build
// (build/parts) writes the part that a file needs into its name: `judging.show-Ab12Cd34.js`.

/**
 * `first` is there before anything is drawn. `field`: the viewer's tabs, the map and the outbox. `show`: ballot,
 * judging, and the pages that lead to a show. `rest`: everything else.
 */
export const textParts = ['first', 'field', 'show', 'rest'] as const
export type TextPart = (typeof textParts)[number]

/** The part that a file of the app needs besides the first. `path`: with its folders. */
export function findTextPart(path: string): TextPart {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return textParts.find((part) => name.includes(`.${part}-`)) ?? 'first'
}
