// Requests with pictures in them: they tell how far they are, and end only when nothing moves any more.
import type { Fetch } from '../../contract/caller.ts'

/** Smaller bodies are sent in the usual way. Bytes, or nearly: pictures are sent as plain letters. */
const largeBody = 64 * 1024
/** On a weak line an upload takes as long as it takes. Milliseconds without any progress. */
const stallLimitMs = 20_000

/** The part of the request that has been sent, from 0 to 1; undefined while none is. */
let sentPart: number | undefined
const listeners = new Set<() => void>()

function setSentPart(part: number | undefined): void {
  sentPart = part
  for (const listener of listeners) listener()
}

export function findSentPart(): number | undefined {
  return sentPart
}

export function watchSentPart(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `fetch` for what is small, and for what is large a request that tells its progress. */
export function createUploadingFetch(fetch: Fetch): Fetch {
  return (url, init) => (init.body.length < largeBody ? fetch(url, init) : upload(url, init))
}

function upload(url: string, { headers, body }: Parameters<Fetch>[1]): ReturnType<Fetch> {
  return new Promise((resolve, reject) => {
    // fetch tells nothing of what it has sent
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const live = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), stallLimitMs)
    }
    const end = () => {
      clearTimeout(timer)
      setSentPart(undefined)
    }
    const fail = () => {
      end()
      reject(new TypeError('The request did not arrive.'))
    }
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      live()
      setSentPart(total === 0 ? 0 : loaded / total)
    }
    request.onprogress = live
    request.onload = () => {
      end()
      resolve({
        status: request.status,
        headers: { get: (name) => request.getResponseHeader(name) },
        text: async () => request.responseText,
      })
    }
    request.onerror = fail
    request.onabort = fail
    setSentPart(0)
    live()
    request.send(body)
  })
}
