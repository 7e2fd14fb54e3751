// The bank's dialog: the card holder completes or fails, and the dialog tells the sandbox.

import {
  applyAppearance,
  type BankFrameEvent,
  getElement,
  type OpenBankMessage,
  whenOpened,
} from './frameMessages.ts'
import { getTexts, type Texts } from './texts.ts'

whenOpened<OpenBankMessage>('open-bank', ({ locale, appearance, clientSecret, publishableKey }, port) => {
  const texts = getTexts(locale)
  const send = (event: BankFrameEvent): void => port.postMessage(event)
  const complete = getElement('complete', HTMLButtonElement)
  const fail = getElement('fail', HTMLButtonElement)
  applyAppearance(appearance)
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
      send({ kind: 'answered' })
    } catch {
      // the page then asks for the state of the intent
      send({ kind: 'unreachable' })
    }
  }

  // the second half of a double click on the shop's button is meant for that one
  const onPress = (button: HTMLElement, outcome: Parameters<typeof answer>[0]) =>
    button.addEventListener('click', ({ detail }) => {
      if (detail <= 1) answer(outcome)
    })
  onPress(complete, 'complete')
  onPress(fail, 'fail')
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !fail.disabled) answer('fail')
  })
  getElement('bank', HTMLElement).hidden = false
  complete.focus()
})
