// The public answers that the document has brought along.
import type { ActionName, Input } from '../../contract/index.ts'
import { type PublicAnswers, publicAnswersId } from '../../domain/documents/publicPage.ts'

/** Undefined in a document without them, such as the worker's. */
export function readBroughtAlong(): PublicAnswers | undefined {
  const text = document.getElementById(publicAnswersId)?.textContent
  if (text == null) return undefined
  try {
    return JSON.parse(text) as PublicAnswers
  } catch {
    return undefined // cut off on its way: the app asks the server
  }
}

/** The answer to exactly this read. */
export function findBroughtAnswer<N extends ActionName>(
  answers: PublicAnswers | undefined,
  action: N,
  input: Input<N>,
): unknown {
  const text = JSON.stringify(input)
  return answers?.reads.find((read) => read.action === action && JSON.stringify(read.input) === text)?.answer
}
