// The types of files that a club may offer to its members.

/** What people see it as. */
export type FileKind = 'pdf' | 'audio' | 'video' | 'image' | 'contact' | 'table' | 'text' | 'calendar'

export interface FileType {
  /** The ending of a file's name. */
  readonly extension: string
  readonly kind: FileKind
}

const type = (kind: FileKind, extension: string): FileType => ({ kind, extension })

/** By their media types, as the specification of the member area lists them. */
export const fileTypes: ReadonlyMap<string, FileType> = new Map([
  ['application/pdf', type('pdf', 'pdf')],
  ['audio/basic', type('audio', 'au')],
  ['audio/L24', type('audio', 'l24')],
  ['audio/mp4', type('audio', 'm4a')],
  ['audio/mpeg', type('audio', 'mp3')],
  ['audio/mpeg3', type('audio', 'mp3')],
  ['audio/ogg', type('audio', 'ogg')],
  ['audio/vorbis', type('audio', 'ogg')],
  ['audio/vnd.rn-realaudio', type('audio', 'ra')],
  ['audio/wav', type('audio', 'wav')],
  ['audio/wave', type('audio', 'wav')],
  ['audio/vnd.wave', type('audio', 'wav')],
  ['audio/3gpp', type('audio', '3gp')],
  ['audio/3gpp2', type('audio', '3g2')],
  ['audio/ac3', type('audio', 'ac3')],
  ['audio/webm', type('audio', 'weba')],
  ['audio/amr', type('audio', 'amr')],
  ['audio/amr-nb', type('audio', 'amr')],
  ['video/mpeg', type('video', 'mpeg')],
  ['video/mp4', type('video', 'mp4')],
  ['video/quicktime', type('video', 'mov')],
  ['video/webm', type('video', 'webm')],
  ['video/3gpp', type('video', '3gp')],
  ['video/3gpp2', type('video', '3g2')],
  ['video/3gpp-tt', type('video', '3gp')],
  ['video/H261', type('video', 'h261')],
  ['video/H263', type('video', 'h263')],
  ['video/H263-1998', type('video', 'h263')],
  ['video/H263-2000', type('video', 'h263')],
  ['video/H264', type('video', 'h264')],
  ['image/jpeg', type('image', 'jpg')],
  ['image/gif', type('image', 'gif')],
  ['image/png', type('image', 'png')],
  ['image/bmp', type('image', 'bmp')],
  ['text/vcard', type('contact', 'vcf')],
  ['text/csv', type('table', 'csv')],
  ['text/rtf', type('text', 'rtf')],
  ['text/richtext', type('text', 'rtx')],
  ['text/calendar', type('calendar', 'ics')],
  // before the other type with this ending, which is a list of people
  ['text/plain', type('text', 'txt')],
  ['text/directory', type('contact', 'txt')],
])

/** A browser shows these in its window; all others it saves. */
export function isShownInline(contentType: string): boolean {
  const kind = fileTypes.get(contentType)?.kind
  return kind === 'pdf' || kind === 'image'
}

/** A name to save it under, with the ending of its type. */
export function toFileName(name: string, contentType: string): string {
  const extension = fileTypes.get(contentType)?.extension
  const plain = name.replace(/[/\\:*?"<>|]/g, '-')
  return extension === undefined || plain.toLowerCase().endsWith(`.${extension}`)
    ? plain
    : `${plain}.${extension}`
}
