// The codes of tickets as QR codes: pictures that go with a mail.
import QRCode from 'qrcode'
import type { Attachment } from './letter.ts'

/** The side in the mail. A phone's screen shows it large enough for any reader. */
export const codePixels = 132

/** Under this name the mail shows a code's picture. It says nothing about the code itself. */
export function toCodeCid(place: number): string {
  return `ticket-${place + 1}`
}

/** In the order of the codes. */
export function drawCodes(codes: readonly string[]): Promise<Attachment[]> {
  return Promise.all(
    codes.map(async (code, place) => ({
      name: `${toCodeCid(place)}.png`,
      contentType: 'image/png',
      content: await QRCode.toBuffer(code, {
        errorCorrectionLevel: 'M',
        margin: 2,
        width: 2 * codePixels,
      }),
      cid: toCodeCid(place),
    })),
  )
}
