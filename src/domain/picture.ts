// Addresses of pictures. Each kind has one width, so that page, device and server use the same address.

/** Pixels. Every screen requests exactly these widths, and the device saves them. */
export const shownWidths = {
  poster: 800,
  map: 1600,
  car: 400,
  logo: 160,
  shared: 400,
  thumbnail: 160,
} as const
export type ShownPicture = keyof typeof shownWidths

/** The address in the width that is shown. An address that is not our own picture stays as it is. */
export function toPictureUrl(imageData: string, kind: ShownPicture): string {
  if (!isOwnPicture(imageData)) return imageData
  return `${imageData}${imageData.includes('?') ? '&' : '?'}w=${shownWidths[kind]}`
}

export function isOwnPicture(imageData: string): boolean {
  return imageData.startsWith('/media/')
}
