// What the feed has in its address: the topic, and the post that is being written.
export interface SocialSearch {
  /** A topic's id; none means all. */
  topic?: string | undefined
  /** `new-` and the draft's key, or the id of the post that is changed. */
  edit?: string | undefined
}

const idPattern = /^[1-9]\d{0,9}$/
const newPattern = /^new-[0-9a-f-]{36}$/

/** The router reads what looks like a number as one. */
export function parseSocialSearch({ topic, edit }: Record<string, unknown>): SocialSearch {
  return {
    topic: idPattern.test(String(topic)) ? String(topic) : undefined,
    edit: idPattern.test(String(edit)) || newPattern.test(String(edit)) ? String(edit) : undefined,
  }
}
