// The messages between the page's script and its frames. Each frame has its own channel.

export type Locale = 'en' | 'es'

/** Names of the provider's variables for colours and measures, as far as the frames use them. */
export type Appearance = Readonly<Record<string, string>>

/** The only message to a frame's window. All later messages go through the port that it brings. */
export interface OpenCardMessage {
  readonly kind: 'open-card'
  readonly locale: Locale
  readonly appearance: Appearance
}
export interface OpenBankMessage {
  readonly kind: 'open-bank'
  readonly locale: Locale
  readonly appearance: Appearance
  readonly clientSecret: string
  readonly publishableKey: string
}

export type CardFrameCommand =
  | { readonly kind: 'appearance'; readonly appearance: Appearance; readonly locale: Locale }
  | { readonly kind: 'focus' | 'blur' | 'clear' }
  | { readonly kind: 'check'; readonly id: number }

export interface FieldFault {
  readonly code: string
  readonly message: string
}

/** A method is the name of a test card's outcome; its number stays in the frame. */
export type CardFrameEvent =
  | { readonly kind: 'ready' | 'focus' | 'blur' | 'escape' }
  | { readonly kind: 'height'; readonly px: number }
  | { readonly kind: 'change'; readonly isComplete: boolean; readonly isEmpty: boolean }
  | {
      readonly kind: 'checked'
      readonly id: number
      readonly method: string | null
      readonly fault: FieldFault | null
    }

export type BankFrameEvent = { readonly kind: 'answered' } | { readonly kind: 'unreachable' }

export const appearanceVariables = [
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

/** Takes only values that are clearly a colour or a measure. */
export function toAppearance(appearance: unknown): Appearance {
  const { variables } = (appearance ?? {}) as { variables?: Record<string, unknown> }
  const picked: Record<string, string> = {}
  for (const name of appearanceVariables) {
    const value = variables?.[name]
    if (typeof value === 'string' && plainValue.test(value)) picked[name] = value
  }
  return picked
}

/** Sets them as custom properties of the frame's document. */
export function applyAppearance(appearance: Appearance): void {
  const { style } = document.documentElement
  for (const name of appearanceVariables) {
    const value = appearance[name]
    if (value === undefined) style.removeProperty(`--${name}`)
    else style.setProperty(`--${name}`, value)
  }
}

/** The page that opened this frame has to send the first message. Other senders are ignored. */
export function whenOpened<Opening extends OpenCardMessage | OpenBankMessage>(
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
