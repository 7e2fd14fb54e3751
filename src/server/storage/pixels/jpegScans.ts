// A JPEG may consist of any number of scans, and each one goes over the whole picture again.

const scanMarker = 0xda
const endMarker = 0xd9
/** Markers without a length: stuffing, TEM, RST0 to RST7, SOI. */
const isBare = (marker: number) =>
  marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff

/** 0 for what is no JPEG. Reads up to the end of the picture, without decoding it. */
export function countJpegScans(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  let scans = 0
  let at = bytes.indexOf(0xff, 2)
  while (at !== -1 && at + 3 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (marker === endMarker) break
    if (marker === scanMarker) scans += 1
    const length = isBare(marker) ? 0 : (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    at = bytes.indexOf(0xff, marker === 0xff ? at + 1 : at + 2 + length)
  }
  return scans
}
