// An Excel workbook as spreadsheets write it: a zip file of XML, with texts, numbers, days and times as they keep them.
import { crc32 } from 'node:zlib'

/** Of a day and a time the number is kept, and a style says what it is. */
type Cell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly time: string }
  | { readonly error: string }
  /** As programs write it that compute nothing. */
  | { readonly formula: string; readonly value?: string }

const opc = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

function toXmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function toSerial(day: string, epoch: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${epoch}T00:00:00Z`)) / 86_400_000
}

function toCellXml(cell: Cell, place: string, epoch: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string') {
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${toXmlText(cell)}</t></is></c>`
  }
  if ('formula' in cell) {
    const { formula, value } = cell
    const stored = value === undefined ? '' : value === '' ? '<v></v>' : `<v>${toXmlText(value)}</v>`
    return `<c r="${place}"${value === undefined ? '' : ' t="str"'}><f>${toXmlText(formula)}</f>${stored}</c>`
  }
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`
  if ('day' in cell) return `<c r="${place}" s="1"><v>${toSerial(cell.day, epoch)}</v></c>`
  const [hours = 0, minutes = 0] = cell.time.split(':').map(Number)
  return `<c r="${place}" s="2"><v>${(hours * 60 + minutes) / 1440}</v></c>`
}

function toSheetXml(rows: readonly (readonly Cell[])[], epoch: string, last: string): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) =>
      toCellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`, epoch),
    )
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}${last}</sheetData></worksheet>`
}

/** The sheets by name. `since1904`: as an old Excel for the Mac counts days. `far`: one more cell, far from the others. */
export function makeWorkbook(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  { since1904 = false, far = '' }: { readonly since1904?: boolean; readonly far?: string } = {},
): Buffer {
  const names = Object.keys(sheets)
  const last = far === '' ? '' : `<row r="${far.replace(/\D/g, '')}"><c r="${far}"><v>1</v></c></row>`
  const epoch = since1904 ? '1904-01-01' : '1899-12-30'
  const listed = names.map(
    (name, at) => `<sheet name="${toXmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const related = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const styles = `<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/>`
  const flag = since1904 ? '<workbookPr date1904="1"/>' : ''
  return zip({
    '[Content_Types].xml': `<Types xmlns="${opc}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${opc}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${flag}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${opc}/relationships">${related.join('')}${styles}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="18"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        toSheetXml(rows, epoch, last),
      ]),
    ),
  })
}

/** Stored, and not packed. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    parts.push(Buffer.from('PK\u0003\u0004'), facts, path, bytes)
    listed.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, path)
    at += 30 + path.length + bytes.length
  }
  const contents = Buffer.concat(listed)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(contents.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, contents, Buffer.from('PK\u0005\u0006'), end])
}
