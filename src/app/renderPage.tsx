// Draws a public page on the server, for a visitor, with the app's own screens. It is a build of its own.
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { PageToRender, RenderedPage } from '../domain/documents/renderedPage.ts'
import { messages as en } from '../locales/en.po'
import { messages as es } from '../locales/es.po'
import { createAppRouter } from './router.tsx'
import { createDeviceStorage } from './session/deviceStorage.ts'
import { SessionProvider } from './session/SessionContext.tsx'
import { createSession } from './session/session.ts'
import { TitleContext } from './text/useScreenTitle.ts'

const catalogues = { en, es }
/** What React writes where a part has thrown. */
const failedPart = '<!--$!-->'

export async function renderPage({
  address,
  slug,
  language,
  now,
  answers,
}: PageToRender): Promise<RenderedPage> {
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
  await router.load()
  const i18n = setupI18n({ locale: language, messages: { [language]: catalogues[language] } })
  let title = ''
  const html = renderToString(
    <TitleContext value={(shown) => (title = shown)}>
      <I18nProvider i18n={i18n}>
        <SessionProvider session={session}>
          <RouterProvider router={router} />
        </SessionProvider>
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
