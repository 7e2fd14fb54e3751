// Starts the app: session, language, router.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PageMessage } from '../offline/messages.ts'
import { keptAnswers, toPersonPrefix } from './call/keptAnswers.ts'
import { createAppRouter } from './router.tsx'
import { findClubInSearch } from './session/clubAddress.ts'
import { lastingStorage, tabStorage } from './session/deviceStorage.ts'
import { SessionProvider } from './session/SessionContext.tsx'
import { createSession } from './session/session.ts'
import { activateLanguage, findActiveLanguage } from './text/catalogues.ts'
import { defaultLanguage, findLanguage } from './text/languages.ts'
import { applyTheme, findTheme } from './ui/applyTheme.ts'
import { untilIdle } from './untilIdle.ts'
import { startWorker } from './worker.ts'

const callTimeLimitMs = 20_000

const slug = findClubInSearch(window.location.search)
const session = createSession({
  fetch: (url, init) => window.fetch(url, init as RequestInit),
  slug,
  tab: tabStorage,
  lasting: lastingStorage,
  answers: keptAnswers,
  deviceNow: () => Date.now(),
  findLanguage: findActiveLanguage,
  timeLimit: () => AbortSignal.timeout(callTimeLimitMs),
  onSignedOut: (memberId) => {
    void keptAnswers.forget(toPersonPrefix(slug, memberId)).catch(noteNothingKept)
    void forgetPurchases(memberId).catch(noteNothingKept)
    navigator.serviceWorker?.controller?.postMessage({ type: 'signed-out' } satisfies PageMessage)
  },
})
const router = createAppRouter(session)

/** Where nothing could be kept, nothing is left to forget. */
function noteNothingKept(): void {}

/** What the document shows already stays until the first screen can take its place whole. */
export async function start(root: HTMLElement): Promise<void> {
  const theme = findTheme(session.getState().club?.theme)
  if (theme !== undefined) applyTheme(theme)
  // The screen's code comes while the catalogue does.
  await Promise.all([router.load(), activateKeptLanguage()])
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <SessionProvider session={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </I18nProvider>
    </StrictMode>,
  )
  void session.load()
  void startWorker()
  void startOutbox()
  window.addEventListener('online', () => void session.load())
  window.addEventListener('storage', () => session.noteOtherTab())
}

/**
 * What waits here goes out when the first screen stands, and what nobody came back to is forgotten; a screen that
 * files something opens the outbox by itself.
 */
async function startOutbox(): Promise<void> {
  await untilIdle()
  const { openOutbox } = await import('./call/outboxStore.ts')
  const outbox = openOutbox(session)
  outbox.start()
  await outbox.drafts.forgetOldPurchases().catch(noteNothingKept)
}

async function forgetPurchases(memberId: number): Promise<void> {
  const [{ openOutbox }, { toPurchasePrefix }] = await Promise.all([
    import('./call/outboxStore.ts'),
    import('../offline/drafts.ts'),
  ])
  await openOutbox(session).drafts.forgetAll(toPurchasePrefix(slug, memberId))
}

async function activateKeptLanguage(): Promise<void> {
  try {
    await activateLanguage(findLanguage(lastingStorage))
  } catch {
    await activateLanguage(defaultLanguage) // an older cache may lack the other language
  }
}
