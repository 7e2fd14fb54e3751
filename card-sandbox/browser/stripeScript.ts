// Stands in for the provider's script: defines `window.Stripe` with card element and confirmations.
import {
  type Appearance,
  type BankFrameEvent,
  type CardFrameCommand,
  type CardFrameEvent,
  type FieldFault,
  type Locale,
  type OpenBankMessage,
  type OpenCardMessage,
  toAppearance,
} from './frameMessages.ts'
import { getTexts } from './texts.ts'

const root = '/sandbox/stripe'
/** The frame's height until it has told its own. */
const firstHeightPx = 420

interface StripeError {
  readonly type: string
  readonly code?: string
  readonly decline_code?: string
  readonly message: string
  readonly payment_intent?: Intent
  readonly setup_intent?: Intent
}

interface Intent {
  readonly id: string
  readonly object: 'payment_intent' | 'setup_intent'
  readonly status: string
  readonly last_payment_error?: StripeError | null
  readonly last_setup_error?: StripeError | null
}

type Outcome = { readonly intent: Intent } | { readonly error: StripeError }

interface ElementsOptions {
  clientSecret?: string
  locale?: string
  appearance?: unknown
  [name: string]: unknown
}

interface ConfirmOptions {
  elements?: Elements
  clientSecret?: string
  redirect?: 'always' | 'if_required'
  confirmParams?: { return_url?: string; payment_method?: string }
}

type Listener = (event: Record<string, unknown>) => void

class CardElement {
  readonly #type: string
  readonly #forget: () => void
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #checks = new Map<number, (answer: Extract<CardFrameEvent, { kind: 'checked' }>) => void>()
  #appearance: Appearance
  #locale: Locale
  #frame: HTMLIFrameElement | undefined
  #port: MessagePort | undefined
  #isDestroyed = false
  #isFocused = false
  #lastCheck = 0

  constructor(type: string, appearance: Appearance, locale: Locale, forget: () => void) {
    this.#type = type
    this.#appearance = appearance
    this.#locale = locale
    this.#forget = forget
  }

  on(name: string, listener: Listener): this {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return this
  }

  once(name: string, listener: Listener): this {
    const once: Listener = (event) => {
      this.off(name, once)
      listener(event)
    }
    return this.on(name, once)
  }

  off(name: string, listener?: Listener): this {
    if (listener === undefined) this.#listeners.delete(name)
    else this.#listeners.get(name)?.delete(listener)
    return this
  }

  mount(place: string | HTMLElement): void {
    if (this.#isDestroyed)
      throw new Error('This Element has already been destroyed. Please create a new one.')
    const box = typeof place === 'string' ? document.querySelector(place) : place
    if (!(box instanceof HTMLElement)) throw new Error(`There is nothing to mount the Element in: ${place}`)
    this.unmount()
    const frame = document.createElement('iframe')
    frame.title = getTexts(this.#locale).cardFrame
    frame.src = `${root}/card`
    Object.assign(frame.style, {
      display: 'block',
      width: 'calc(100% + 10px)', // its fields stand in line with the page, without the form's padding
      height: `${firstHeightPx}px`,
      border: '0',
      margin: '0 -5px',
    })
    frame.addEventListener('load', () => this.#open(frame))
    frame.addEventListener('error', () => this.#failToLoad())
    this.#frame = frame
    box.replaceChildren(frame)
  }

  unmount(): void {
    this.#port?.close()
    this.#port = undefined
    this.#frame?.remove()
    this.#frame = undefined
  }

  destroy(): void {
    this.unmount()
    this.#isDestroyed = true
    this.#listeners.clear()
    this.#forget()
  }

  update(_options: Record<string, unknown>): void {}
  collapse(): void {}

  focus(): void {
    this.#frame?.focus()
    this.#send({ kind: 'focus' })
  }

  blur(): void {
    this.#send({ kind: 'blur' })
  }

  clear(): void {
    this.#send({ kind: 'clear' })
  }

  setAppearance(appearance: Appearance, locale: Locale): void {
    this.#appearance = appearance
    this.#locale = locale
    this.#send({ kind: 'appearance', appearance, locale })
  }

  /** Answers the name of the card's outcome, or the fault, which the frame then shows beside the field. */
  check(): Promise<{ method: string | null; fault: FieldFault | null }> {
    if (this.#port === undefined) {
      const fault = { code: 'element_not_mounted', message: 'The card element is not there yet.' }
      return Promise.resolve({ method: null, fault })
    }
    this.#lastCheck += 1
    const id = this.#lastCheck
    return new Promise((resolve) => {
      this.#checks.set(id, resolve)
      this.#send({ kind: 'check', id })
    })
  }

  #send(command: CardFrameCommand): void {
    this.#port?.postMessage(command)
  }

  #open(frame: HTMLIFrameElement): void {
    if (this.#frame !== frame) return
    const { port1, port2 } = new MessageChannel()
    this.#port?.close()
    this.#port = port1
    port1.addEventListener('message', ({ data }: MessageEvent<CardFrameEvent>) => this.#receive(data))
    port1.start()
    const opening: OpenCardMessage = { kind: 'open-card', locale: this.#locale, appearance: this.#appearance }
    frame.contentWindow?.postMessage(opening, location.origin, [port2])
  }

  #receive(event: CardFrameEvent): void {
    switch (event.kind) {
      case 'height':
        if (this.#frame !== undefined) this.#frame.style.height = `${event.px}px`
        break
      case 'change':
        this.#emit('change', {
          complete: event.isComplete,
          empty: event.isEmpty,
          collapsed: false,
          value: { type: 'card' },
        })
        break
      case 'checked':
        this.#checks.get(event.id)?.(event)
        this.#checks.delete(event.id)
        break
      case 'focus':
      case 'blur':
        if (this.#isFocused === (event.kind === 'focus')) break
        this.#isFocused = event.kind === 'focus'
        this.#emit(event.kind)
        break
      case 'ready':
      case 'escape':
        this.#emit(event.kind)
    }
  }

  #failToLoad(): void {
    const message = getTexts(this.#locale).connection
    this.#emit('loaderror', { error: { type: 'api_connection_error', message } })
  }

  #emit(name: string, more: Record<string, unknown> = {}): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      listener({ elementType: this.#type, ...more })
    }
  }
}

/** Options of a form that is made before its intent. The provider takes none of them with a client secret. */
const deferredOptions = ['mode', 'amount', 'currency', 'setupFutureUsage', 'paymentMethodTypes'] as const

class Elements {
  readonly #made = new Map<string, CardElement>()
  #options: ElementsOptions
  readonly #stripeLocale: string | undefined

  constructor(options: ElementsOptions, stripeLocale: string | undefined) {
    const [other] = deferredOptions.filter((name) => options[name] !== undefined)
    if (options.clientSecret !== undefined && other !== undefined) {
      throw new Error(
        `An intent says by itself what ${other} would: give elements() no ${other} beside clientSecret.`,
      )
    }
    this.#options = { ...options }
    this.#stripeLocale = stripeLocale
  }

  get clientSecret(): string | undefined {
    return this.#options.clientSecret
  }

  get locale(): Locale {
    return toLocale(this.#options.locale ?? this.#stripeLocale)
  }

  get appearance(): Appearance {
    return toAppearance(this.#options.appearance)
  }

  create(type: string): CardElement {
    if (type !== 'payment' && type !== 'card') {
      throw new Error(`The sandbox has a payment element and a card element, but no ${type} element.`)
    }
    if (this.#made.has(type))
      throw new Error(`Can only create one Element of type ${type} through elements().`)
    const element = new CardElement(type, this.appearance, this.locale, () => this.#made.delete(type))
    this.#made.set(type, element)
    return element
  }

  getElement(type: string | { __elementType?: string }): CardElement | null {
    return this.#made.get(typeof type === 'string' ? type : (type.__elementType ?? '')) ?? null
  }

  update(options: ElementsOptions): void {
    this.#options = { ...this.#options, ...options }
    for (const element of this.#made.values()) element.setAppearance(this.appearance, this.locale)
  }

  async submit(): Promise<{ error?: StripeError; selectedPaymentMethod?: string }> {
    const checked = await this.check()
    return 'error' in checked ? checked : { selectedPaymentMethod: 'card' }
  }

  async fetchUpdates(): Promise<{ error?: StripeError }> {
    return {}
  }

  async check(): Promise<{ method: string } | { error: StripeError }> {
    const element = this.#made.get('payment') ?? this.#made.get('card')
    const { method, fault } = (await element?.check()) ?? { method: null, fault: null }
    if (method !== null) return { method }
    const { code, message } = fault ?? { code: 'element_missing', message: 'There is no card element.' }
    return { error: { type: 'validation_error', code, message } }
  }
}

function toLocale(name: string | undefined): Locale {
  const wanted =
    name === undefined || name === 'auto' ? document.documentElement.lang || navigator.language : name
  return wanted.toLowerCase().startsWith('es') ? 'es' : 'en'
}

function createStripe(publishableKey: string, { locale: stripeLocale }: { locale?: string } = {}) {
  if (!/^pk_test_/.test(publishableKey)) throw new Error('The sandbox takes a test key of its own only.')

  async function call(
    method: 'GET' | 'POST',
    path: string,
    parameters: Record<string, string>,
    locale: Locale,
    key?: string,
  ): Promise<Outcome> {
    const form = new URLSearchParams(parameters)
    try {
      const response = await fetch(`${root}${path}${method === 'GET' ? `?${form}` : ''}`, {
        method,
        headers: {
          authorization: `Bearer ${publishableKey}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(method === 'POST' ? { body: form } : {}),
      })
      const answer = (await response.json()) as Intent & { error?: StripeError }
      return answer.error === undefined ? { intent: answer } : { error: toSaid(answer.error, locale) }
    } catch {
      // the connection broke or the answer cannot be read: the caller may try again
      return { error: { type: 'api_connection_error', message: getTexts(locale).connection } }
    }
  }

  function toPath(clientSecret: string): string {
    const [id = ''] = clientSecret.split('_secret_')
    return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${encodeURIComponent(id)}`
  }

  function retrieve(clientSecret: string, locale: Locale): Promise<Outcome> {
    return call('GET', toPath(clientSecret), { client_secret: clientSecret }, locale)
  }

  async function confirm(clientSecret: string, options: ConfirmOptions): Promise<Outcome> {
    const { elements, confirmParams = {} } = options
    const locale = elements?.locale ?? toLocale(stripeLocale)
    let method = confirmParams.payment_method
    if (method === undefined && elements !== undefined) {
      const checked = await elements.check()
      if ('error' in checked) return checked
      method = checked.method
    }
    const parameters = {
      client_secret: clientSecret,
      use_stripe_sdk: 'true',
      ...(method === undefined ? {} : { payment_method: method }),
      ...(confirmParams.return_url === undefined ? {} : { return_url: confirmParams.return_url }),
    }
    const key = newKey()
    let outcome = await call('POST', `${toPath(clientSecret)}/confirm`, parameters, locale, key)
    if ('error' in outcome && outcome.error.type === 'api_connection_error') {
      // sent again under the same key: even if the first request arrived, the card is charged only once
      outcome = await call('POST', `${toPath(clientSecret)}/confirm`, parameters, locale, key)
    }
    return 'intent' in outcome ? finish(clientSecret, outcome.intent, elements) : outcome
  }

  /** Asks the card holder to confirm where the bank requires it. */
  async function finish(clientSecret: string, intent: Intent, elements?: Elements): Promise<Outcome> {
    const locale = elements?.locale ?? toLocale(stripeLocale)
    if (intent.status !== 'requires_action') return { intent }
    await openBankDialog({
      kind: 'open-bank',
      locale,
      appearance: elements?.appearance ?? {},
      clientSecret,
      publishableKey,
    })
    const latest = await retrieve(clientSecret, locale)
    if ('error' in latest) return latest
    const { last_payment_error: payment, last_setup_error: setup, status } = latest.intent
    const error = payment ?? setup
    if (status !== 'requires_payment_method' || error === null || error === undefined) return latest
    const isSetup = latest.intent.object === 'setup_intent'
    return {
      error: {
        ...toSaid(error, locale),
        ...(isSetup ? { setup_intent: latest.intent } : { payment_intent: latest.intent }),
      },
    }
  }

  async function confirmWith(options: ConfirmOptions) {
    const clientSecret = options.clientSecret ?? options.elements?.clientSecret
    if (clientSecret === undefined) throw new Error('There is no clientSecret to confirm.')
    const outcome = await confirm(clientSecret, options)
    if ('error' in outcome) return { error: outcome.error }
    const { intent } = outcome
    const returnUrl = options.confirmParams?.return_url
    if (options.redirect !== 'if_required' && returnUrl !== undefined) {
      const url = new URL(returnUrl, location.href)
      const name = intent.object
      url.searchParams.set(name, intent.id)
      url.searchParams.set(`${name}_client_secret`, clientSecret)
      url.searchParams.set('redirect_status', intent.status)
      location.assign(url)
      return new Promise<never>(() => {})
    }
    return toNamed(intent)
  }

  async function confirmCard(
    clientSecret: string,
    { payment_method: method }: { payment_method?: string } = {},
  ) {
    const confirmParams = typeof method === 'string' ? { payment_method: method } : {}
    const outcome = await confirm(clientSecret, { confirmParams })
    return 'error' in outcome ? outcome : toNamed(outcome.intent)
  }

  async function retrieveNamed(clientSecret: string) {
    const outcome = await retrieve(clientSecret, toLocale(stripeLocale))
    return 'error' in outcome ? outcome : toNamed(outcome.intent)
  }

  async function refuseTokens() {
    const message = 'The sandbox gives out no tokens: confirm an intent.'
    return { error: { type: 'invalid_request_error', message } }
  }

  return {
    elements: (options: ElementsOptions = {}) => new Elements(options, stripeLocale),
    confirmPayment: confirmWith,
    confirmSetup: confirmWith,
    confirmCardPayment: confirmCard,
    confirmCardSetup: confirmCard,
    retrievePaymentIntent: retrieveNamed,
    retrieveSetupIntent: retrieveNamed,
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const locale = toLocale(stripeLocale)
      const found = await retrieve(clientSecret, locale)
      const outcome = 'intent' in found ? await finish(clientSecret, found.intent) : found
      return 'error' in outcome ? outcome : toNamed(outcome.intent)
    },
    createToken: refuseTokens,
    createPaymentMethod: refuseTokens,
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

function toNamed(intent: Intent) {
  return intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent }
}

/** The provider's errors are English. People get them in their own language. */
function toSaid(error: StripeError, locale: Locale): StripeError {
  const texts = getTexts(locale)
  if (error.decline_code === 'insufficient_funds') return { ...error, message: texts.insufficient_funds }
  if (error.code === 'card_declined') return { ...error, message: texts.card_declined }
  const isUnproven = /authentication_(?:failure|required)$/.test(error.code ?? '')
  return isUnproven ? { ...error, message: texts.authentication } : error
}

/** `crypto.randomUUID` is missing when the demo is opened over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Shows the bank's dialog over the page. Resolves when the person has answered. */
function openBankDialog(opening: OpenBankMessage): Promise<void> {
  return new Promise((resolve) => {
    const before = document.activeElement
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', getTexts(opening.locale).bankFrame)
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      maxWidth: '100%',
      maxHeight: '100%',
      padding: '0',
      border: '0',
      margin: '0',
      background: 'transparent',
    })
    const frame = document.createElement('iframe')
    frame.title = getTexts(opening.locale).bankFrame
    frame.src = `${root}/bank`
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: '100%',
      border: '0',
    })
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', (_event: MessageEvent<BankFrameEvent>) => {
        dialog.close()
        dialog.remove()
        if (before instanceof HTMLElement) before.focus()
        resolve()
      })
      port1.start()
      frame.contentWindow?.postMessage(opening, location.origin, [port2])
      frame.focus()
    })
    // Only an answer closes it. The frame treats Escape as "Fail".
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
  })
}

// the provider's own loader compares this with the version that it was made for
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
