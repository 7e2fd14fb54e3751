// The ids by which the engine finds what takes the focus.

/** The heading of the step that is shown, where a screen reader begins. */
export const stepHeadingId = 'step-heading'

/** Of a field's control, such as `personal.fname`. */
export function toFieldId(field: string): string {
  return `field-${field.replaceAll('.', '-')}`
}
