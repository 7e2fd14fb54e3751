// What a form's draft says of itself, beside what was typed.

export interface FormDraft {
  /** Of the first attempt to send it. An attempt whose answer was lost counts once. */
  readonly key: string
  /** It was sent and no answer came: as it is now, or before it was changed. */
  readonly sent?: 'same' | 'changed'
}

/** Of a stored draft. */
export function readSent(value: Record<string, unknown>): Pick<FormDraft, 'sent'> {
  return value.sent === 'same' || value.sent === 'changed' ? { sent: value.sent } : {}
}
