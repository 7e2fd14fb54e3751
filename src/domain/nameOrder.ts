// Names in the order in which people look them up, the same on every device and as the server sorts them.

/** English has no rules of its own: it is the order of the Unicode, which a device's own language would change. */
export const { compare: compareNames } = new Intl.Collator('en')
