// What an address for mails is: the sender's of the settings, and a reader's.

// one mailbox, without characters that could end an address or a header line
const addressPattern = /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,253}$/u

export function isAddress(text: string): boolean {
  return addressPattern.test(text)
}

/** The address in "Name <address>", or the text itself if it is an address alone. */
export function findSender(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()
}
