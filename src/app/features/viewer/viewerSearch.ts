// What the viewer's addresses may carry after the question mark.

/** The parameter as an id, under its own name; nothing where it is none. */
export function findId<K extends string>(
  search: Record<string, unknown>,
  name: K,
): Partial<Record<K, number>> {
  const id = Number(search[name])
  return Number.isInteger(id) && id > 0 ? ({ [name]: id } as Partial<Record<K, number>>) : {}
}
