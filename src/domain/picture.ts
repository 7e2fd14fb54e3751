// The addresses of pictures: the one width in which each kind is shown, so that page, device and server ask for the same.

/** Pixels; every screen asks for exactly these, and the device keeps them. */
export const shownWidths = { poster: 800, map: 1600, car: 400, logo: 160 } as const
export type ShownPicture = keyof typeof shownWidths

/** The address in the width that is shown; anything that is not a picture of our own stays as it is. */
export function toPictureUrl(imageData: string, kind: ShownPicture): string {
  if (!isOwnPicture(imageData)) return imageData
  return `${imageData}${imageData.includes('?') ? '&' : '?'}w=${shownWidths[kind]}`
}

export function isOwnPicture(imageData: string): boolean {
  return imageData.startsWith('/media/')
}
