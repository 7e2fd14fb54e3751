// Draws a picture whole into the square that is sent, so that little goes over a weak line.

/** Dots of the square's sides. */
export const pictureSide = 400

/** Where a picture of this size lies in the square: whole, in the middle, never enlarged. */
export function fitInto(
  width: number,
  height: number,
  side: number = pictureSide,
): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  const fitted = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return {
    ...fitted,
    x: Math.round((side - fitted.width) / 2),
    y: Math.round((side - fitted.height) / 2),
  }
}

/** A data URL: WebP where the browser writes it, which is a tenth of the PNG that all others write. */
export async function toLetterboxed(image: HTMLImageElement): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws nothing.')
  const { x, y, width, height } = fitInto(image.naturalWidth, image.naturalHeight)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.86))
  if (blob === null) throw new Error('This browser writes no pictures.')
  return toDataUrl(blob)
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read.'))
    reader.readAsDataURL(blob)
  })
}
