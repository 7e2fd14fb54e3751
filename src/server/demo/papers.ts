// The demo clubs' files: small papers that any program opens.

/** A page of text as PDF; `lines` are plain Latin letters. */
export function makePdf(title: string, lines: readonly string[]): Uint8Array {
  const toPdfText = (text: string): string => text.replace(/[\\()]/g, (character) => `\\${character}`)
  const text = [
    'BT /F2 22 Tf 64 748 Td',
    `(${toPdfText(title)}) Tj`,
    '/F1 12 Tf 0 -14 Td 18 TL',
    ...lines.map((line) => `T* (${toPdfText(line)}) Tj`),
    'ET',
    '0.65 0.13 0.11 RG 3 w 64 738 m 548 738 l S',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}

/** By the path that the club files name. */
export const papers: ReadonlyMap<string, Uint8Array> = new Map<string, Uint8Array>([
  [
    'files/rules.pdf',
    makePdf('Rules of the club', [
      'Any car is welcome, whatever its age or price.',
      'Members vote once a year, in February, on the board and on the dues.',
      'Whoever borrows a tool from the shed writes it in the book.',
      'Dogs are members too, on a lead.',
    ]),
  ],
  [
    'files/minutes.pdf',
    makePdf('Minutes of the annual meeting', [
      'Present: thirty-four members and one spaniel.',
      'The treasurer reports a small surplus, and proposes a new tarpaulin.',
      'The hill climb will be timed by light barrier this year.',
      'Next meeting: first Wednesday of the month, seven in the evening.',
    ]),
  ],
  [
    'files/judging.pdf',
    makePdf('How we judge', [
      'Look at the whole car first, then come closer.',
      'Originality counts, and so does honest wear.',
      'Never touch without asking, never argue at the car.',
    ]),
  ],
  [
    'files/suppliers.csv',
    Buffer.from(
      'name,what,town\nRidgeway Hub & Spoke,wire wheels,Bryce Mills\nCopperline,radiators,Fenwick\nOld Fuse,electrics,Stony Ford\n',
    ),
  ],
  [
    'files/calendar.ics',
    Buffer.from(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Showfield//Demo//EN\r\nBEGIN:VEVENT\r\nUID:meeting@alderhollow.example\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260107T190000\r\nRRULE:FREQ=MONTHLY;BYDAY=1WE\r\nSUMMARY:Monthly meeting\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ),
  ],
])
