// Reading a picture file that somebody has chosen, before anything is drawn from it.

/** What a file may be: the supported types, and HEIC, which some browsers can read. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp'] as const
const heicTypes = ['image/heic', 'image/heif'] as const
export const acceptedTypes = [...pictureTypes, ...heicTypes, '.heic', '.heif'].join(',')

/** Why a file is refused. `heic`: of iPhones, and this browser cannot read it. */
export type PictureRefusal = 'type' | 'heic' | 'broken'

export function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return heicTypes.some((known) => known === type) || /\.hei[cf]$/i.test(name)
}

/** The file's picture, turned as its camera was held. */
export async function readPicture(file: File): Promise<HTMLImageElement | PictureRefusal> {
  const heic = isHeic(file)
  if (!heic && !pictureTypes.some((known) => known === file.type)) return 'type'
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image.naturalWidth > 0 ? image : 'broken'
  } catch {
    return heic ? 'heic' : 'broken'
  } finally {
    URL.revokeObjectURL(address)
  }
}
