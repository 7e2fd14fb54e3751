// The club's own sentences about an event, with their placeholders filled in.

/** Replaces `{end_date}`, `{ticket_label}` and the like; names that nobody knows stay as they are. */
export function fillMessage(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
