// A saved card in a mail: "Visa, ending in 4242".
import { toBrandName } from '../../../domain/sales/cardBrand.ts'
import type { MailLanguage } from '../../mail/language.ts'
import { toOneLine } from '../../mail/letter.ts'

export interface MailedCard {
  readonly brand: string
  readonly last4: string
}

export function toCardName({ brand, last4 }: MailedCard, language: MailLanguage): string {
  const ending = language === 'es' ? 'terminada en' : 'ending in'
  return `${toOneLine(toBrandName(brand))}, ${ending} ${toOneLine(last4)}`
}
