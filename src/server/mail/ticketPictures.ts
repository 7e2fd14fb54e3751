// The codes of tickets as QR codes: pictures that go with a mail.
import QRCode from 'qrcode'
import { ticketPicturesPerMail } from '../limits/sizes.ts'
import type { Attachment } from './letter.ts'

/** The side in the mail. A phone's screen shows it large enough for any reader. */
export const codePixels = 132

/** Under this name the mail shows a code's picture, if it has one. It says nothing about the code itself. */
export function toCodeCid(place: number): string | null {
  return place < ticketPicturesPerMail ? `ticket-${place + 1}` : null
}

/** In the order of the codes, for the first of them. One after the other: each takes much memory. */
export async function drawCodes(codes: readonly string[]): Promise<Attachment[]> {
  const pictures: Attachment[] = []
  for (const [place, code] of codes.slice(0, ticketPicturesPerMail).entries()) {
    pictures.push({
      name: `ticket-${place + 1}.png`,
      contentType: 'image/png',
      content: await QRCode.toBuffer(code, {
        errorCorrectionLevel: 'M',
        margin: 2,
        width: 2 * codePixels,
      }),
      cid: `ticket-${place + 1}`,
    })
  }
  return pictures
}
