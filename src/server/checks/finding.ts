// What a check finds, in one sentence or two: the doctor and the start say the same.

export type Level = 'good' | 'warning' | 'fault'

export interface Finding {
  readonly level: Level
  /** Says what to do, too. Never a secret. */
  readonly text: string
  /** A first start is so: only the doctor says it. */
  readonly isUsualAtStart?: true
  /** A club that there is, by its short name. */
  readonly club?: string | undefined
}

export const good = (text: string): Finding => ({ level: 'good', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const fault = (text: string): Finding => ({ level: 'fault', text })

/** An error's code, or its name: nothing that could quote a secret. */
export function toCode(error: unknown): string {
  const { code, cause, name, message } = (error ?? {}) as Record<string, unknown>
  if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code
  if (cause !== undefined) return toCode(cause)
  // letters alone are no secret, and "Error" says nothing
  if (name === 'Error' && typeof message === 'string' && /^[a-z][a-z ]{1,60}$/i.test(message)) return message
  return typeof name === 'string' && name !== 'Error' ? name : 'no reason given'
}
