// The bank's dialog: the holder of the card completes or fails, and the sandbox is told.
import { type Texts, textsIn } from './texts.ts'
import { type BankOpening, type FromBank, getElement, wearLook, whenOpened } from './words.ts'

whenOpened<BankOpening>('open-bank', ({ locale, look, clientSecret, publishableKey }, port) => {
  const texts = textsIn(locale)
  const say = (word: FromBank): void => port.postMessage(word)
  const complete = getElement('complete', HTMLButtonElement)
  const fail = getElement('fail', HTMLButtonElement)
  wearLook(look)
  document.documentElement.lang = locale
  for (const place of document.querySelectorAll<HTMLElement>('[data-text]')) {
    place.textContent = texts[place.dataset.text as keyof Texts]
  }

  async function answer(outcome: 'complete' | 'fail'): Promise<void> {
    complete.disabled = true
    fail.disabled = true
    getElement('state', HTMLElement).textContent = texts.busy
    try {
      await fetch('/sandbox/stripe/v1/sandbox/authenticate', {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({ client_secret: clientSecret, outcome }),
      })
      say({ kind: 'answered' })
    } catch {
      // told to the page, which asks how the intent stands
      say({ kind: 'unreachable' })
    }
  }

  complete.addEventListener('click', () => answer('complete'))
  fail.addEventListener('click', () => answer('fail'))
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !fail.disabled) answer('fail')
  })
  getElement('bank', HTMLElement).hidden = false
  complete.focus()
})
