// Fills the placeholders in the club's own sentences about an event.

/** Replaces `{end_date}`, `{ticket_label}` and others. Unknown names stay as they are. */
export function fillMessage(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
