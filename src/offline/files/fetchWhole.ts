// A file with its whole body, or none.

/** What was silent for so long sends nothing more. */
const mostSilenceMs = 60_000

export interface WholeFile {
  answer: Response
  bytes: ArrayBuffer
}

/** Rejects with a loading error where the answer ends in the middle, or nothing of it has come for a minute. */
export async function fetchWhole(
  path: string,
  init: RequestInit,
  fetchFile: (path: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<WholeFile> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  function heard(): void {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(new TypeError(`${path} fell silent`)), mostSilenceMs)
  }
  heard()
  try {
    const answer = await fetchFile(path, { ...init, signal: controller.signal })
    return { answer, bytes: await readBytes(answer, heard) }
  } finally {
    clearTimeout(timer)
  }
}

async function readBytes(answer: Response, heard: () => void): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const reader = answer.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read()
    if (done) break
    heard()
    parts.push(value)
  }
  return new Blob(parts).arrayBuffer()
}
