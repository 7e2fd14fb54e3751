// The words for the states of orders, of what is in them, and of payments, in the language of the screens.
import { type StandingWords, standingWords } from '../../domain/sales/standing.ts'
import { useLanguage } from './useLanguage.ts'

export function useStandingWords(): StandingWords {
  return standingWords[useLanguage()]
}

/** Where the word stands alone, or begins a sentence. */
export function toHeading(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
