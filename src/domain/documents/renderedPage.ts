// What the server asks of the app's own screens, and gets.
import type { Language } from '../shapes/language.ts'
import type { PublicAnswers } from './publicPage.ts'

export interface PageToRender {
  /** Path and, if the address names the club, `?subdomain=`. */
  address: string
  slug: string | undefined
  language: Language
  /** Epoch milliseconds. */
  now: number
  answers: PublicAnswers
}

export interface BallotToRender extends Omit<PageToRender, 'address'> {
  eventName: string
}

export interface RenderedPage {
  /** Of the browser's tab. */
  title: string
  /** The HTML inside the app's root element. */
  html: string
}

/** What the build's module for the server exports. */
export interface PageRenderer {
  renderPage(page: PageToRender): Promise<RenderedPage>
  /** What each ballot of the event begins with. */
  renderBallot(ballot: BallotToRender): Promise<RenderedPage>
}
