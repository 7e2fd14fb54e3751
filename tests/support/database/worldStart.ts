/** A Friday noon in New York, when no club's day is about to end. */
export const worldStart = Date.parse('2026-06-12T16:00:00Z')
