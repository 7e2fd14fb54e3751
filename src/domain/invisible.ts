// Signs that take no room and that nobody types: they come along when text is copied from a page or another program.

const signs = /\p{Default_Ignorable_Code_Point}+/gu
// in Arabic, Persian and Indic scripts, and inside an emoji, such a sign changes what is read
const inLatin =
  /(?<=^|[\p{Script=Latin}\s.,'’-])\p{Default_Ignorable_Code_Point}+(?=$|[\p{Script=Latin}\s.,'’-])/gu

/** For addresses, codes and numbers, which have none of their own. */
export function removeInvisible(text: string): string {
  return text.replace(signs, '')
}

/** For names: the signs go from between Latin letters and from the ends, and stay where a script needs them. */
export function cleanName(text: string): string {
  return text.normalize('NFC').replace(inLatin, '')
}
