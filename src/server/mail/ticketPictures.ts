// The codes for the gate: each as text, and as a QR code in a picture that goes with the mail.
import QRCode from 'qrcode'
import { ticketPicturesPerMail } from '../limits/sizes.ts'
import type { Attachment, Block } from './letter.ts'

export interface Pass {
  readonly label: string
  readonly code: string
}

/** The side in the mail. A phone's screen shows it large enough for any reader. */
export const codePixels = 132

/** The name under which the mail shows a code's picture says nothing about the code itself. */
export function toCodes(passes: readonly Pass[]): Block[] {
  return passes.map(({ label, code }, place) => ({
    kind: 'code',
    label,
    value: code,
    cid: place < ticketPicturesPerMail ? `ticket-${place + 1}` : null,
  }))
}

/** In the order of the codes, for the first of them. One after the other: each takes much memory. */
export async function drawCodes(passes: readonly Pass[]): Promise<Attachment[]> {
  const pictures: Attachment[] = []
  for (const [place, { code }] of passes.slice(0, ticketPicturesPerMail).entries()) {
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
