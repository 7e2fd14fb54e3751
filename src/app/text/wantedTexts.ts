// Which parts of the texts the loaded code draws with. Code is imported only when its texts are there as well.
import { findTextPart, type TextPart } from '../../domain/documents/textParts.ts'

const wanted = new Set<TextPart>(['first'])
let load: ((part: TextPart) => Promise<void>) | undefined

export function findWantedTexts(): readonly TextPart[] {
  return [...wanted]
}

/** `loader` loads a part in the language that is shown. */
export function setTextLoader(loader: (part: TextPart) => Promise<void>): void {
  load = loader
}

/**
 * Resolves when the texts of these files are there. Rejects with a loading error, and then nothing is wanted.
 * Before there is a language, the first one brings them along.
 */
export async function wantTexts(files: readonly string[]): Promise<void> {
  await Promise.all([...new Set(files.map(findTextPart))].map(wantPart))
}

async function wantPart(part: TextPart): Promise<void> {
  const isNew = !wanted.has(part)
  wanted.add(part)
  try {
    await load?.(part)
  } catch (error) {
    if (isNew) wanted.delete(part)
    throw error
  }
}
