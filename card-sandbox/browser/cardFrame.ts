// The card's frame. Number, expiry and security code never leave it; only the name of the outcome does.

import {
  type Appearance,
  applyAppearance,
  type CardFrameCommand,
  type CardFrameEvent,
  type FieldFault,
  getElement,
  type Locale,
  type OpenCardMessage,
  whenOpened,
} from './frameMessages.ts'
import { testCards, toGroups } from './testCards.ts'
import { getTexts, type Texts } from './texts.ts'

interface Field {
  readonly name: 'number' | 'expiry' | 'cvc'
  readonly input: HTMLInputElement
  readonly message: HTMLElement
  readonly length: number
  /** The digits as the field shows them. */
  format(digits: string): string
  fault(digits: string, texts: Texts): FieldFault | null
}

const fields: readonly Field[] = [
  {
    ...findParts('number'),
    length: 16,
    format: toGroups,
    fault(digits, texts) {
      if (digits.length < 16) return { code: 'incomplete_number', message: texts.incompleteNumber }
      const isKnown = testCards.some(({ number }) => number === digits)
      return isKnown ? null : { code: 'invalid_number', message: texts.unknownNumber }
    },
  },
  {
    ...findParts('expiry'),
    length: 4,
    format: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
    fault(digits, texts) {
      const month = Number(digits.slice(0, 2))
      if (digits.length < 4 || month < 1 || month > 12) {
        return { code: 'incomplete_expiry', message: texts.incompleteExpiry }
      }
      const today = new Date()
      const months = (2000 + Number(digits.slice(2))) * 12 + month
      const isPast = months < today.getFullYear() * 12 + today.getMonth() + 1
      return isPast ? { code: 'invalid_expiry_year_past', message: texts.pastExpiry } : null
    },
  },
  {
    ...findParts('cvc'),
    length: 3,
    format: (digits) => digits,
    fault: (digits, texts) =>
      digits.length < 3 ? { code: 'incomplete_cvc', message: texts.incompleteCvc } : null,
  },
]

function findParts<N extends Field['name']>(name: N) {
  return {
    name,
    input: getElement(name, HTMLInputElement),
    message: getElement(`${name}-message`, HTMLElement),
  }
}

function toDigits({ input, length }: Pick<Field, 'input' | 'length'>): string {
  return input.value.replace(/\D/g, '').slice(0, length)
}

whenOpened<OpenCardMessage>('open-card', ({ locale, appearance }, port) => {
  let texts = getTexts(locale)
  const send = (event: CardFrameEvent): void => port.postMessage(event)

  function setAppearance(newAppearance: Appearance, newLocale: Locale): void {
    applyAppearance(newAppearance)
    texts = getTexts(newLocale)
    document.documentElement.lang = newLocale
    for (const place of document.querySelectorAll<HTMLElement>('[data-text]')) {
      place.textContent = texts[place.dataset.text as keyof Texts]
    }
    listCards()
    for (const field of fields) {
      if (field.input.ariaInvalid === 'true') show(field)
    }
  }

  function listCards(): void {
    const items = testCards.map((card) => {
      const item = document.createElement('li')
      const number = document.createElement('span')
      number.className = 'card-number'
      number.textContent = toGroups(card.number)
      const says = document.createElement('span')
      says.className = 'card-says'
      says.textContent = texts[card.label]
      const words = document.createElement('span')
      words.append(number, ' ', says)
      const use = document.createElement('button')
      use.type = 'button'
      use.textContent = texts.use
      use.setAttribute('aria-label', `${texts.use}: ${toGroups(card.number)}, ${texts[card.label]}`)
      use.addEventListener('click', () => fill(card.number))
      item.append(words, use)
      return item
    })
    getElement('cards', HTMLUListElement).replaceChildren(...items)
  }

  function fill(number: string): void {
    const year = (new Date().getFullYear() + 3) % 100
    const values = { number, expiry: `12${String(year).padStart(2, '0')}`, cvc: '123' }
    for (const field of fields) {
      field.input.value = field.format(values[field.name])
      show(field)
    }
    getElement('more', HTMLDetailsElement).open = false
    getElement('number', HTMLInputElement).focus()
    sendChange()
  }

  /** Shows the field's present fault beside it, or clears the message. */
  function show(field: Field): FieldFault | null {
    const fault = field.fault(toDigits(field), texts)
    field.input.ariaInvalid = String(fault !== null)
    field.message.textContent = fault?.message ?? ''
    return fault
  }

  function sendChange(): void {
    send({
      kind: 'change',
      isComplete: fields.every((field) => field.fault(toDigits(field), texts) === null),
      isEmpty: fields.every(({ input }) => input.value === ''),
    })
  }

  function check(id: number): void {
    const faults = fields.map((field) => ({ field, fault: show(field) }))
    const first = faults.find(({ fault }) => fault !== null)
    if (first !== undefined) {
      first.field.input.focus()
      send({ kind: 'checked', id, method: null, fault: first.fault })
      return
    }
    const digits = toDigits({ input: getElement('number', HTMLInputElement), length: 16 })
    const card = testCards.find(({ number }) => number === digits)
    send({ kind: 'checked', id, method: card?.method ?? null, fault: null })
  }

  function clear(): void {
    for (const { input, message } of fields) {
      input.value = ''
      input.ariaInvalid = 'false'
      message.textContent = ''
    }
    sendChange()
  }

  for (const field of fields) {
    const { input } = field
    input.addEventListener('input', () => {
      const isAtEnd = input.selectionStart === input.value.length
      const before = input.value.slice(0, input.selectionStart ?? 0).replace(/\D/g, '').length
      input.value = field.format(toDigits(field))
      if (!isAtEnd) {
        const place = findPlace(input.value, before)
        input.setSelectionRange(place, place)
      }
      // A message disappears as soon as the input is right. A new one waits until the field is left.
      if (input.ariaInvalid === 'true' || toDigits(field).length === field.length) show(field)
      sendChange()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') show(field)
    })
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') send({ kind: 'escape' })
    })
  }
  document.addEventListener('focusin', () => send({ kind: 'focus' }))
  window.addEventListener('blur', () => send({ kind: 'blur' }))

  port.addEventListener('message', ({ data }: MessageEvent<CardFrameCommand>) => {
    if (data.kind === 'appearance') setAppearance(data.appearance, data.locale)
    if (data.kind === 'focus') getElement('number', HTMLInputElement).focus()
    if (data.kind === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (data.kind === 'clear') clear()
    if (data.kind === 'check') check(data.id)
  })
  port.start()
  setAppearance(appearance, locale)
  const body = getElement('form', HTMLElement)
  new ResizeObserver(() =>
    send({ kind: 'height', px: Math.ceil(body.getBoundingClientRect().height) }),
  ).observe(body)
  document.fonts.ready.then(() => {
    send({ kind: 'height', px: Math.ceil(body.getBoundingClientRect().height) })
    body.hidden = false
    send({ kind: 'ready' })
  })
})

/** The place in the text behind this many digits. */
function findPlace(text: string, digits: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place
    if (/\d/.test(text[place] ?? '')) seen += 1
  }
  return text.length
}
