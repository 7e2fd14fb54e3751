// What the page's script and the frames say to each other over a channel of their own.

export type Locale = 'en' | 'es'

/** The provider's names for colours and measures, as far as the frames take them over. */
export type Look = Readonly<Record<string, string>>

/** The one message to a frame's window; everything after it goes over the port that comes with it. */
export interface CardOpening {
  readonly kind: 'open-card'
  readonly locale: Locale
  readonly look: Look
}
export interface BankOpening {
  readonly kind: 'open-bank'
  readonly locale: Locale
  readonly look: Look
  readonly clientSecret: string
  readonly publishableKey: string
}

export type ToCard =
  | { readonly kind: 'look'; readonly look: Look; readonly locale: Locale }
  | { readonly kind: 'focus' | 'blur' | 'clear' }
  | { readonly kind: 'check'; readonly id: number }

export interface FieldFault {
  readonly code: string
  readonly message: string
}

/** A method is the name of a test card's outcome; its number stays in the frame. */
export type FromCard =
  | { readonly kind: 'ready' | 'focus' | 'blur' | 'escape' }
  | { readonly kind: 'height'; readonly px: number }
  | { readonly kind: 'change'; readonly isComplete: boolean; readonly isEmpty: boolean }
  | {
      readonly kind: 'checked'
      readonly id: number
      readonly method: string | null
      readonly fault: FieldFault | null
    }

export type FromBank = { readonly kind: 'answered' } | { readonly kind: 'unreachable' }

export const lookNames = [
  'accessibleColorOnColorPrimary',
  'borderRadius',
  'colorBackground',
  'colorDanger',
  'colorPrimary',
  'colorText',
  'colorTextPlaceholder',
  'colorTextSecondary',
  'fontSizeBase',
] as const

const plainValue = /^[#\w\s.,()%/-]{1,60}$/

/** Only what is plainly a colour or a measure. */
export function toLook(appearance: unknown): Look {
  const { variables } = (appearance ?? {}) as { variables?: Record<string, unknown> }
  const look: Record<string, string> = {}
  for (const name of lookNames) {
    const value = variables?.[name]
    if (typeof value === 'string' && plainValue.test(value)) look[name] = value
  }
  return look
}

/** As custom properties of the frame's document. */
export function wearLook(look: Look): void {
  const { style } = document.documentElement
  for (const name of lookNames) {
    const value = look[name]
    if (value === undefined) style.removeProperty(`--${name}`)
    else style.setProperty(`--${name}`, value)
  }
}

/** The page that opened this frame speaks first, and nobody else is listened to. */
export function whenOpened<Opening extends CardOpening | BankOpening>(
  kind: Opening['kind'],
  open: (opening: Opening, port: MessagePort) => void,
): void {
  window.addEventListener('message', function listen(event: MessageEvent<Opening | undefined>) {
    const [port] = event.ports
    if (event.origin !== location.origin || event.source !== parent || port === undefined) return
    if (event.data?.kind !== kind) return
    window.removeEventListener('message', listen)
    open(event.data, port)
  })
}

export function getElement<E extends Element>(id: string, type: new () => E): E {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`there is no ${id} in this document`)
}
