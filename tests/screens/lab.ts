// What the screens of the lab talk to: the server's own edge, whose engine answers from recordings. An answer that
// nobody has asked for yet comes from the server's own handlers, once, and is recorded.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { actions } from '../../src/contract/index.ts'
import { createEdge } from '../../src/server/assembly/edge.ts'
import type { Engine } from '../../src/server/process/engine.ts'
import { dist } from '../support/browsers/builds.ts'
import type { WrittenMail } from './mails.ts'
import { type ClubWords, collectClubWords } from './words.ts'
import {
  copyData,
  findWorldFolder,
  instant,
  log,
  makeConfig,
  openEngine,
  readMails,
  readWorld,
  toCall,
  verifyingKey,
  type World,
} from './world.ts'

export interface Lab {
  readonly origin: string
  readonly world: World
  readonly mails: readonly WrittenMail[]
  readonly words: ClubWords
  /** Of the edge: a page may load what it has not asked for by `fetch`. */
  countRequests(): { begun: number; open: number }
  close(): Promise<void>
}

export async function openLab(): Promise<Lab> {
  const folder = await findWorldFolder()
  const words = collectClubWords()
  const recorder = createRecorder(folder, words)
  const app = createEdge({
    config: makeConfig(join(folder, 'data')),
    engine: recorder.engine,
    log,
    distDir: dist,
    isReady: () => true,
    now: () => instant,
    elapsed: () => performance.now(),
    newId: randomUUID,
  })
  let begun = 0
  let open = 0
  app.server.prependListener('request', (_request, response) => {
    begun += 1
    open += 1
    response.on('close', () => {
      open -= 1
    })
    // pages learn the time from answers
    response.setHeader('date', new Date(instant).toUTCString())
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    world: readWorld(folder),
    mails: readMails(folder),
    words,
    countRequests: () => ({ begun, open }),
    async close() {
      await app.close()
      await recorder.close()
    },
  }
}

/** An engine that has the world's answers. The world itself is opened only for those that are missing. */
function createRecorder(folder: string, words: ClubWords): { engine: Engine; close(): Promise<void> } {
  const copy = mkdtempSync(join(tmpdir(), 'showfield-screens-'))
  let opened: Promise<Engine> | undefined
  const openWorld = (): Promise<Engine> => {
    if (opened === undefined) copyData(folder, copy)
    opened ??= openEngine(copy)
    return opened
  }

  /** Of what two workers record at once, the first one counts. */
  async function answer<T>(question: readonly unknown[], ask: (engine: Engine) => Promise<T>): Promise<T> {
    const name = createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 32)
    const path = join(folder, 'answers', name)
    if (!existsSync(path)) {
      const draft = `${path}.${randomUUID()}`
      writeFileSync(draft, serialize(await ask(await openWorld())))
      try {
        linkSync(draft, path)
      } catch (error) {
        if (!existsSync(path)) throw error
      } finally {
        rmSync(draft)
      }
    }
    return deserialize(readFileSync(path))
  }

  const refuse = () => {
    throw new Error('no screen of the lab needs this')
  }
  return {
    engine: {
      dispatch: async ({ json, token }) => {
        const text = Buffer.from(json).toString('utf8')
        const reply = await answer(['dispatch', toQuestion(text), token], (engine) =>
          engine.dispatch(toCall(toCommonCall(text), token)),
        )
        words.learn(JSON.parse(reply.body))
        return reply
      },
      findCaller: async () => null,
      findStored: async () => [],
      findClub: (slug) => answer(['findClub', slug], (engine) => engine.findClub(slug)),
      findPack: async (slug, eventId, known) => {
        const found = await answer(['findPack', slug, eventId, known], (engine) =>
          engine.findPack(slug, eventId, known),
        )
        if (typeof found?.pack === 'object') {
          words.learn(JSON.parse(Buffer.from(found.pack.plain).toString('utf8')))
        }
        return found
      },
      findEventSummary: (slug, eventId) =>
        answer(['findEventSummary', slug, eventId], (engine) => engine.findEventSummary(slug, eventId)),
      countPackChanges: () => 0,
      answerMounted: (request) =>
        answer(['answerMounted', request.method, request.path, request.query], (engine) =>
          engine.answerMounted(request),
        ),
      listSandboxMessages: refuse,
      receiveCardEvent: refuse,
      runClubCommand: refuse,
      prepare: async () => undefined,
      findTrouble: async () => null,
      readFigures: async () => '',
      isReady: () => true,
      close: async () => undefined,
    },
    async close() {
      await (await opened)?.close()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

/** What another worker's copy of the world is asked with a grant, it has to know too. */
function toCommonCall(text: string): string {
  const call = JSON.parse(text) as Record<string, unknown>
  return call.action === 'verify_judge' ? JSON.stringify({ ...call, key: verifyingKey }) : text
}

/** Of a write, without what each page makes anew, so that both languages get the same answer. */
function toQuestion(text: string): unknown {
  const { key, language, ...rest } = JSON.parse(text) as Record<string, unknown>
  const isRead = Object.entries(actions).some(
    ([name, { effect }]) => name === rest.action && effect === 'read',
  )
  return isRead ? text : rest
}
