// Lengths of time in milliseconds.

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
/** 24 hours. A calendar day in a zone may be longer or shorter. */
export const dayMs = 24 * hourMs

/** The last millisecond of the year 2100, in epoch milliseconds: no instant after it is taken. */
export const latestMs = Date.UTC(2101, 0) - 1
