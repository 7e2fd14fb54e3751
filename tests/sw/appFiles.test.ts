import { describe, expect, test } from 'vitest'
import { type AppFile, type FileDevice, saveFiles } from '../../sw/appFiles.ts'

const content = (path: string) => `content of ${path}`

function toFile(url: string, more: Partial<AppFile> = {}): AppFile {
  return { url, revision: null, bytes: content(`/${url}`).length, tier: 1, ...more }
}

const parts = Array.from({ length: 15 }, (_, index) => toFile(`assets/part-${index}.js`))

/** A device whose network answers as told, for each path and try. */
function openDevice(answer: (path: string, tried: number) => Response | Promise<Response>) {
  const saved = new Map<string, Response>()
  const asked: { path: string; cache: RequestCache | undefined }[] = []
  let open = 0
  let mostOpen = 0
  const device: FileDevice = {
    list: async () => new Set(saved.keys()),
    findEarlier: async () => undefined,
    save: async (path, response) => void saved.set(path, response),
    wait: async () => {},
    async fetch(path, { cache }) {
      const tried = asked.filter((request) => request.path === path).length
      asked.push({ path, cache })
      open += 1
      mostOpen = Math.max(mostOpen, open)
      await new Promise((resolve) => setTimeout(resolve))
      open -= 1
      return answer(path, tried)
    },
  }
  return { device, saved, asked, mostOpen: () => mostOpen }
}

const whole = (path: string) => new Response(content(path), { headers: { 'content-encoding': 'br' } })

describe("the app's files", () => {
  test('are fetched six at a time, and each is told', async () => {
    const { device, saved, mostOpen } = openDevice(whole)
    const told: number[] = []
    await saveFiles(parts, device, (count) => told.push(count))
    expect(mostOpen()).toBe(6)
    expect(told).toEqual(Array.from({ length: 16 }, (_, count) => count))
    expect(await saved.get('/assets/part-7.js')?.text()).toBe(content('/assets/part-7.js'))
    expect(saved.get('/assets/part-7.js')?.headers.get('content-encoding')).toBeNull()
  })

  test.each<[string, () => Response]>([
    ['is refused', () => new Response('busy', { status: 503 })],
    ['is cut', () => new Response('conte')],
    ["is a network's sign-in page", () => new Response('<h1>Welcome</h1>')],
    [
      'ends in the middle',
      () => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('gone')) })),
    ],
  ])('that one answer %s costs one more request for that file', async (_, broken) => {
    const { device, saved, asked } = openDevice((path, tried) =>
      path === '/assets/part-3.js' && tried === 0 ? broken() : whole(path),
    )
    await saveFiles(parts, device, () => {})
    expect(saved.size).toBe(15)
    expect(asked).toHaveLength(16)
    expect(asked.filter(({ path }) => path === '/assets/part-3.js')).toEqual([
      { path: '/assets/part-3.js', cache: 'default' },
      // not from the browser's cache again
      { path: '/assets/part-3.js', cache: 'reload' },
    ])
  })

  test('that do not come hold up no other, and the next time only they are fetched', async () => {
    let isBroken = true
    const { device, saved, asked } = openDevice((path) =>
      isBroken && path === '/assets/part-0.js' ? new Response('', { status: 503 }) : whole(path),
    )
    await expect(saveFiles(parts, device, () => {})).rejects.toThrow('1 files of the app did not come')
    expect(saved.size).toBe(14)
    isBroken = false
    asked.length = 0
    const told: number[] = []
    await saveFiles(parts, device, (count) => told.push(count))
    expect(asked.map(({ path }) => path)).toEqual(['/assets/part-0.js'])
    expect(told).toEqual([14, 15])
  })

  test('are taken from another build without a request', async () => {
    const { device, saved, asked } = openDevice(whole)
    device.findEarlier = async (path) => (path.includes('part-1') ? new Response('earlier') : undefined)
    const page = toFile('index.html', { revision: 'r1' })
    await saveFiles([toFile('assets/part-1.js'), page], device, () => {})
    expect(asked).toEqual([{ path: '/index.html', cache: 'no-cache' }])
    expect(await saved.get('/assets/part-1.js')?.text()).toBe('earlier')
  })
})
