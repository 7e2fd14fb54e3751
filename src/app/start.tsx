// Starts the app: session, language, router.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { PageMessage } from '../offline/messages.ts'
import { createUploadingFetch } from './call/uploads.ts'
import { ignoreStraySecondHalves } from './doubleClick.ts'
import { type DeviceWord, followDeviceMember } from './notifications/deviceMember.ts'
import { noteFirstFiles } from './parts/firstFiles.ts'
import { untilLoaded } from './parts/keepTrying.ts'
import { loadMissingParts } from './parts/lazyPart.tsx'
import { mayHavePasses } from './passes/passesMark.ts'
import { openRoot } from './reactClient.ts'
import { savedAnswers, toPersonPrefix } from './reading/savedAnswers.ts'
import { createAppRouter } from './router.tsx'
import { readBroughtAlong } from './session/broughtAlong.ts'
import { findClubInSearch } from './session/clubAddress.ts'
import { settleClub, toMoveName } from './session/clubOfHost.ts'
import { lastingStorage, tabStorage } from './session/deviceStorage.ts'
import { SessionProvider } from './session/SessionContext.tsx'
import { createSession } from './session/session.ts'
import { activateLanguage, findActiveLanguage } from './text/catalogues.ts'
import { defaultLanguage, findChosenLanguage, findLanguage } from './text/languages.ts'
import { keepTranslatable } from './translatedPage.ts'
import { applyTheme, findTheme } from './ui/applyTheme.ts'
import { untilIdle } from './untilIdle.ts'

const callTimeLimitMs = 20_000
/** Nobody looks at an empty screen for longer: what is moved later is shown when it is there. */
const moveLimitMs = 2_000

const broughtAlong = readBroughtAlong()
const { search } = window.location
const slug = settleClub(search, broughtAlong?.club, lastingStorage)
const session = createSession({
  fetch: createUploadingFetch((url, init) => window.fetch(url, init as RequestInit)),
  slug,
  isNamedByHost: findClubInSearch(search) === undefined,
  tab: tabStorage,
  lasting: lastingStorage,
  answers: savedAnswers,
  deviceNow: () => Date.now(),
  broughtAlong,
  findLanguage: findActiveLanguage,
  timeLimit: () => AbortSignal.timeout(callTimeLimitMs),
  onSignedOut: (memberId) => {
    void savedAnswers.forget(toPersonPrefix(slug, memberId)).catch(ignoreFailedForget)
    void forgetPurchases(memberId).catch(ignoreFailedForget)
    void tellWorker({ type: 'signed-out' }).catch(ignoreFailedForget)
  },
})
const router = createAppRouter(session)

/** If nothing could be saved, there is nothing to delete. */
function ignoreFailedForget(): void {}

/** The prerender stays until the first screen can replace it. If something cannot be loaded, call it again. */
export async function start(root: HTMLElement): Promise<void> {
  await moveRecords()
  const theme = findTheme(session.getState().club?.theme)
  if (theme !== undefined) applyTheme(theme)
  // Load the screen's code and the catalogue at the same time.
  await Promise.all([router.load(), activateFirstLanguage()])
  if (!(await loadMissingParts())) throw new TypeError('a part of the first screen could not be loaded')
  noteFirstFiles()
  await window.untilReleased?.()
  keepTranslatable(document.body)
  ignoreStraySecondHalves()
  openRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <SessionProvider session={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </I18nProvider>
    </StrictMode>,
  )
  followClubLanguage()
  void session.load()
  void startWorker()
  void startOutbox()
  followPasses()
  followDeviceMember({ session, lasting: lastingStorage, tell: tellDevice })
  window.addEventListener('online', () => void session.load())
  window.addEventListener('storage', () => session.noteOtherTab())
  // a tab that was frozen did not hear of a change
  window.addEventListener('pageshow', () => session.noteOtherTab())
  document.addEventListener('visibilitychange', () => session.noteOtherTab())
}

/** Once, on a device where an earlier build has filed by the way in which the club was named. */
async function moveRecords(): Promise<void> {
  const wanted = lastingStorage.find(toMoveName)
  if (wanted === undefined) return
  const moved = import('../offline/clubs/fileUnder.ts')
    .then(({ fileUnder }) => fileUnder(wanted))
    .then(() => lastingStorage.remove(toMoveName))
    .catch(() => undefined) // the next start tries again
  await Promise.race([moved, new Promise((resolve) => setTimeout(resolve, moveLimitMs))])
}

/** People who have chosen no language here read the club's, also if it is known only later. */
function followClubLanguage(): void {
  let known = session.getState().club?.tenant.language
  session.subscribe(() => {
    const language = session.getState().club?.tenant.language
    if (language === undefined || language === known) return
    known = language
    if (findChosenLanguage(lastingStorage) === undefined) {
      void activateLanguage(language).catch(ignoreMissingCatalogue)
    }
  })
}

/** The texts stay in the language that is there. */
function ignoreMissingCatalogue(): void {}

/** The first screen's own files and pictures load before the worker's, and before the code that registers it. */
async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  await untilIdle()
  const { registerWorker } = await untilLoaded(() => import('./worker/registration.ts'))
  await registerWorker()
}

/**
 * After the first screen is complete, sends waiting entries and deletes old drafts. A screen that submits
 * something opens the outbox itself.
 */
async function startOutbox(): Promise<void> {
  await untilIdle()
  const { openOutbox } = await untilLoaded(() => import('./call/outboxStore.ts'))
  const outbox = openOutbox(session)
  outbox.start()
  // a clock that is wrong deletes nothing
  await session.untilHeard()
  await outbox.drafts.forgetOldPersonal(session.findEarliestNow()).catch(ignoreFailedForget)
}

/** The tickets and cars of a member come onto their phone by themselves, and what is long over goes. */
function followPasses(): void {
  let memberId: number | undefined
  const keepAgain = async () => {
    await untilIdle()
    const { keepPasses } = await untilLoaded(() => import('./passes/passStore.ts'))
    await keepPasses(session)
  }
  void mayHavePasses(slug).then((may) => (may ? keepAgain() : undefined))
  const note = () => {
    const { member } = session.getState()
    if (member?.id === memberId) return
    memberId = member?.id
    if (memberId !== undefined) void keepAgain()
  }
  session.subscribe(note)
  note()
}

/** A device that allows no notifications is known to no club. */
async function tellDevice(word: DeviceWord): Promise<void> {
  await untilIdle()
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  await (await import('./notifications/tellDevice.ts')).tellDevice(word)
}

/** After a hard reload a worker is there that does not control this page. */
async function tellWorker(message: PageMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(message)
}

async function forgetPurchases(memberId: number): Promise<void> {
  const [{ openOutbox }, { toPurchasePrefix }] = await Promise.all([
    import('./call/outboxStore.ts'),
    import('../offline/drafts.ts'),
  ])
  await openOutbox(session).drafts.forgetAll(toPurchasePrefix(slug, memberId))
}

async function activateFirstLanguage(): Promise<void> {
  try {
    await activateLanguage(findLanguage(lastingStorage, session.getState().club?.tenant.language))
  } catch {
    await activateLanguage(defaultLanguage) // a cache of an earlier build may lack the other language
  }
}
