// The brands of cards by the names that people know. The card provider writes its own short ones.
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export function toBrandName(brand: string): string {
  return brands[brand] ?? brand
}
