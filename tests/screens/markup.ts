// What a text has become that is more than a text. Runs in the page.

/** Elements and addresses that only a text can have brought, also where the policy stops them. */
export function listMarkup(): string[] {
  const strange =
    'iframe, object, embed, base, math, video, xmp, marquee, noscript p, [srcdoc], [onerror], [onload], [ontoggle], [onclick], [onfocus], [onmouseover]'
  const addresses = [...document.querySelectorAll('[href]:not([rel="canonical"]), [src], [action]')].filter(
    (element) =>
      ['href', 'src', 'action'].some((name) => {
        const value = element.getAttribute(name)
        if (value === null || value.startsWith('#')) return false
        const { protocol, origin } = new URL(value, location.href)
        return (
          !/^(?:mailto|tel|blob):$/.test(protocol) &&
          !value.startsWith('data:image/') &&
          origin !== location.origin
        )
      }),
  )
  return [...document.querySelectorAll(strange), ...addresses].map(({ outerHTML }) => outerHTML.slice(0, 200))
}
