// The card form in the club's colours: the provider draws it in its own frame with these values.
import type { Appearance } from '@stripe/stripe-js'

/** As the page looks now, in its mode and contrast. */
export function readCardAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const read = (token: string) => style.getPropertyValue(token).trim()
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: read('--accent'),
      colorBackground: read('--surface'),
      colorText: read('--ink'),
      colorTextSecondary: read('--ink-2'),
      colorTextPlaceholder: read('--ink-3'),
      colorDanger: read('--bad'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '6px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1.5px solid ${read('--line-strong')}`, boxShadow: 'none', padding: '14px' },
      '.Input:focus': { outline: `3px solid ${read('--focus')}`, outlineOffset: '2px' },
      '.Input--invalid': { border: `2px solid ${read('--bad')}` },
      '.Label': { fontWeight: '600', fontSize: '16px' },
    },
  }
}
