// What a flow stores in its address: the step, and the order after it was made.

export interface WizardSearch {
  step?: string
  /** The order's own UUID. Anyone with the address may see the order's state. */
  key?: string
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function parseWizardSearch(search: Record<string, unknown>): WizardSearch {
  const { step, key } = search
  return {
    ...(typeof step === 'string' && /^[a-z-]{1,32}$/.test(step) ? { step } : {}),
    ...(typeof key === 'string' && uuidPattern.test(key) ? { key: key.toLowerCase() } : {}),
  }
}
