// What a flow keeps in its address: the step, and the order once there is one.

export interface WizardSearch {
  step?: string
  /** The order's own UUID: whoever has the address may see how the order stands. */
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
