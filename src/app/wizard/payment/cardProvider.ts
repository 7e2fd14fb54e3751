// The card provider's script. Loaded only when a card is to be entered, and again after a failure.
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/** Where the sandbox serves its stand-in, which defines the same as the real script (rules/payments 1.2). */
const sandboxScript = '/sandbox/stripe/v3.js'
/** A blocker may drop the script or the form's own frame without an error. */
export const loadLimitMs = 20_000

/** The script is blocked, or there is no network. */
export class CardFormUnavailable extends Error {}

export interface PublicCardKeys {
  publishableKey: string
  mode: 'live' | 'test' | 'sandbox'
}

export async function loadCardProvider({ publishableKey, mode }: PublicCardKeys): Promise<Stripe> {
  try {
    const stripe = await inTime(async () => {
      if (mode === 'sandbox') await addScript(sandboxScript)
      return loadStripe(publishableKey)
    })
    if (stripe === null) throw new Error('no document')
    return stripe
  } catch (cause) {
    throw new CardFormUnavailable('The card form could not be loaded.', { cause })
  }
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: number | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('too slow')), loadLimitMs)
  })
  try {
    return await Promise.race([work(), limit])
  } finally {
    window.clearTimeout(timer)
  }
}

function addScript(url: string): Promise<void> {
  if (window.Stripe !== undefined) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = toScriptUrl(url)
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('blocked'))
    }
    document.head.append(script)
  })
}

/** The script's address as a Trusted Types value. The policy accepts no other address. */
function toScriptUrl(url: string): string {
  policy ??= window.trustedTypes?.createPolicy('showfield-card', {
    createScriptURL: (wanted) => {
      if (wanted !== sandboxScript) throw new TypeError('not the sandbox')
      return wanted
    },
  })
  return policy?.createScriptURL(url) ?? url
}

let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined
