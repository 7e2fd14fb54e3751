// What the feed has in its address: the topic, and the post that is being written.
export interface SocialSearch {
  /** A topic's id; none means all. */
  topic?: string
  /** `new-` and the draft's key, or the id of the post that is changed. */
  edit?: string
}

const idPattern = /^[1-9]\d{0,9}$/
const newPattern = /^new-[0-9a-f-]{36}$/

export function parseSocialSearch(search: Record<string, unknown>): SocialSearch {
  const { topic, edit } = search
  return {
    ...(typeof topic === 'string' && idPattern.test(topic) ? { topic } : {}),
    ...(typeof edit === 'string' && (idPattern.test(edit) || newPattern.test(edit)) ? { edit } : {}),
  }
}
