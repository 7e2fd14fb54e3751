// A picture in one colour, as a file that somebody chooses.
import sharp from 'sharp'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function makePng(
  name: string,
  background: string,
  width = 60,
  height = 30,
): Promise<ChosenFile> {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** What no picture is. */
export const notes: ChosenFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') }
