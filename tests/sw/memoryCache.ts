// Cache Storage in memory, for tests of the worker.

export const origin = 'https://club.example'

/** A cache that stores bodies by whole address. */
export class MemoryCache {
  readonly bodies = new Map<string, Response>()

  async match(request: RequestInfo, options?: CacheQueryOptions): Promise<Response | undefined> {
    const wanted = toAddress(request)
    const exact = this.bodies.get(wanted)?.clone()
    if (exact !== undefined || options?.ignoreSearch !== true) return exact
    const like = [...this.bodies.keys()].find((address) => withoutSearch(address) === withoutSearch(wanted))
    return like === undefined ? undefined : this.bodies.get(like)?.clone()
  }

  /** As in a browser, what is replaced stands last. */
  async put(request: RequestInfo, answer: Response): Promise<void> {
    this.bodies.delete(toAddress(request))
    this.bodies.set(toAddress(request), answer)
  }

  async keys(): Promise<Request[]> {
    return [...this.bodies.keys()].map((address) => new Request(address))
  }

  async delete(request: RequestInfo): Promise<boolean> {
    return this.bodies.delete(toAddress(request))
  }
}

export function toAddress(request: RequestInfo): string {
  return new URL(typeof request === 'string' ? request : request.url, origin).href
}

function withoutSearch(address: string): string {
  return address.split('?')[0] ?? ''
}
