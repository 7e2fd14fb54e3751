// The ids by which the engine finds what takes the focus, and the place to which it goes.

/** The heading of the step that is shown, where a screen reader begins. */
export const stepHeadingId = 'step-heading'

/** Before what was pressed goes: the focus would go with it. */
export function focusStepHeading(): void {
  document.getElementById(stepHeadingId)?.focus()
}

/** Of a field's control, such as `personal.fname`. */
export function toFieldId(field: string): string {
  return `field-${field.replaceAll('.', '-')}`
}
