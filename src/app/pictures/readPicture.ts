// Reading a picture file that somebody has chosen, before anything is drawn from it.

/** What a file may be: the supported types, and HEIC, which some devices can draw. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp'] as const
const heicTypes = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'] as const
export const acceptedTypes = [...pictureTypes, ...heicTypes, '.heic', '.heif'].join(',')

/** Why a file is refused. `heic`: of iPhones, and this device cannot draw it. */
export type PictureRefusal = 'type' | 'heic' | 'broken'

export function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return heicTypes.some((known) => known === type) || /\.hei[cf]s?$/i.test(name)
}

/** How such a file begins, whatever it is called: phones and mail programs name them .jpg or not at all. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

export async function beginsAsHeic(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  return text.slice(4, 8) === 'ftyp' && heicBrands.includes(text.slice(8, 12))
}

/** The file's picture, turned as its camera was held. */
export async function readPicture(file: File): Promise<HTMLImageElement | PictureRefusal> {
  const heic = isHeic(file) || (await beginsAsHeic(file).catch(() => false))
  if (!heic && !pictureTypes.some((known) => known === file.type)) return 'type'
  // a browser that can draw it may go by the type, which is missing or another one
  const source = heic && !isHeicType(file.type) ? file.slice(0, file.size, 'image/heic') : file
  try {
    const image = await decode(source)
    return image.naturalWidth > 0 ? image : 'broken'
  } catch {
    if (!heic) return 'broken'
    return drawAsBitmap(source).catch(() => 'heic' as const)
  }
}

function isHeicType(type: string): boolean {
  return heicTypes.some((known) => known === type)
}

async function decode(source: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(source)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Some devices draw here what they do not show as an image. */
async function drawAsBitmap(source: Blob): Promise<HTMLImageElement> {
  const bitmap = await createImageBitmap(source)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
    if (drawn === null) throw new Error('This browser writes no pictures.')
    return await decode(drawn)
  } finally {
    bitmap.close()
  }
}
