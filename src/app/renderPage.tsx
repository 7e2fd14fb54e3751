// Draws a public page on the server, for a visitor, with the app's own screens. It is a build of its own.
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { BallotToRender, PageToRender, RenderedPage } from '../domain/documents/renderedPage.ts'
import { messages as en } from '../locales/en.po'
import { messages as es } from '../locales/es.po'
import { BallotBeginning } from './features/ballot/BallotPage.tsx'
import { createAppRouter } from './router.tsx'
import { createDeviceStorage } from './session/deviceStorage.ts'
import { SessionProvider } from './session/SessionContext.tsx'
import { createSession, type Session } from './session/session.ts'
import { ViewerHeader } from './show/ShowHeader.tsx'
import { TitleContext } from './text/useScreenTitle.ts'
import { Page } from './ui/layout/Page.tsx'
import { ToastProvider } from './ui/overlay/ToastProvider.tsx'

const catalogues = { en, es }
/** What React writes where a part has thrown. */
const failedPart = '<!--$!-->'

export async function renderPage(page: PageToRender): Promise<RenderedPage> {
  const { session, router } = open(page)
  await router.load()
  return render(page, session, <RouterProvider router={router} />)
}

/** No link of the ballot's header leads there. */
const besideBallot = '/about'

/** The beginning of every ballot of the event. It is drawn without the ballot's address, which is its voter's secret. */
export async function renderBallot({ eventName, ...page }: BallotToRender): Promise<RenderedPage> {
  const search = page.slug === undefined ? '' : `?subdomain=${page.slug}`
  const { session, router } = open({ ...page, address: besideBallot + search })
  await router.load()
  return render(
    page,
    session,
    <RouterContextProvider router={router}>
      <ToastProvider>
        <Page header={<ViewerHeader eventName={eventName} />}>
          <BallotBeginning />
        </Page>
      </ToastProvider>
    </RouterContextProvider>,
  )
}

function open({ address, slug, language, now, answers }: PageToRender) {
  const session = createSession({
    fetch: refuse,
    slug,
    tab: createDeviceStorage(refuse),
    lasting: createDeviceStorage(refuse),
    answers: { find: refuse, save: refuse, forget: refuse },
    deviceNow: () => now,
    findLanguage: () => language,
    broughtAlong: answers,
  })
  const router = createAppRouter(session, {
    history: createMemoryHistory({ initialEntries: [address] }),
    scrollRestoration: false,
  })
  return { session, router }
}

function render(
  { language }: Pick<PageToRender, 'language'>,
  session: Session,
  screen: ReactNode,
): RenderedPage {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalogues[language] } })
  let title = ''
  const html = renderToString(
    <TitleContext value={(shown) => (title = shown)}>
      <I18nProvider i18n={i18n}>
        <SessionProvider session={session}>{screen}</SessionProvider>
      </I18nProvider>
    </TitleContext>,
  )
  // what is missing in it would be drawn by the browser, which the document does not do
  if (html.includes(failedPart)) throw new Error('a page could not be drawn')
  return { title, html }
}

/** A page is drawn from what it was given, and from nothing else. */
function refuse(): never {
  throw new Error('a document has no network and no device')
}
