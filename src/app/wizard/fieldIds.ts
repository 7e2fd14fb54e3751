// The ids of elements that the engine focuses.

/** The heading of the shown step, where a screen reader begins. */
export const stepHeadingId = 'step-heading'

/** Call this before the pressed element disappears, or the focus would be lost. */
export function focusStepHeading(): void {
  document.getElementById(stepHeadingId)?.focus()
}

/** The id of a field's control, such as `personal.fname`. */
export function toFieldId(field: string): string {
  return `field-${field.replaceAll('.', '-')}`
}
