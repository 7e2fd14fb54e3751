// The search parameters of the viewer's addresses.

/** The parameter as a text, under its own name; nothing if it is none. The address may read it as a number. */
export function findText<K extends string>(
  search: Record<string, unknown>,
  name: K,
): Partial<Record<K, string>> {
  const value = search[name]
  const isText = (typeof value === 'string' && value !== '') || typeof value === 'number'
  return isText ? ({ [name]: String(value) } as Partial<Record<K, string>>) : {}
}

/** The parameter as an id, under its own name; nothing if it is no id. */
export function findId<K extends string>(
  search: Record<string, unknown>,
  name: K,
): Partial<Record<K, number>> {
  const id = Number(search[name])
  return Number.isInteger(id) && id > 0 ? ({ [name]: id } as Partial<Record<K, number>>) : {}
}
