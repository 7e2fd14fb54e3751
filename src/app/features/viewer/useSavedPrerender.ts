// Sends the viewer's home to the worker as it is on the screen, so that the next visit begins with it.
import { useEffect } from 'react'
import { nameClub } from '../../../domain/prerender.ts'
import { findUnchangedSpan, type TimedScheduleEntry } from '../../../domain/schedule.ts'
import type { SavedPrerender } from '../../../offline/files/prerenders.ts'
import { type PageMessage, savePrerenderType } from '../../../offline/messages.ts'
import { findFirstFiles } from '../../parts/firstFiles.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { useNow, useShow } from '../../show/ShowContext.tsx'
import { useReadiness } from '../../show/useReadiness.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { untilIdle } from '../../untilIdle.ts'

export function useSavedPrerender(timeline: readonly TimedScheduleEntry[]): void {
  const { saved } = useShow()
  const club = useClub()
  const language = useLanguage()
  const now = useNow()
  const { isComplete } = useReadiness()
  const { from, until } = findUnchangedSpan(timeline, now, saved.event.timeZone)
  const words = club === undefined ? undefined : nameClub(club.tenant.name, club.portalSettings.logo)
  const { club: slug, eventId, version } = saved

  useEffect(() => {
    const root = document.getElementById('app')
    if (root === null || words === undefined || !isComplete) return
    const zoneOffset = new Date().getTimezoneOffset()
    const facts = { language, club: words, zoneOffset, from, until, parts: findFirstFiles() }
    let isOver = false
    let isWaiting = false
    const save = async () => {
      if (isWaiting) return
      isWaiting = true
      await untilIdle()
      isWaiting = false
      if (!isOver) send({ club: slug, eventId, version, facts, ...readDocument(root) })
    }
    const observer = new MutationObserver((records) => {
      if (records.some(({ target }) => !isPassing(target))) void save()
    })
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
    void save()
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [slug, eventId, version, language, words, from, until, isComplete])
}

/** Parts that every visit loads again are not worth a new prerender. */
function isPassing(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('[data-passing]') != null
}

function readDocument(root: HTMLElement): Pick<SavedPrerender, 'title' | 'styles' | 'html' | 'entry'> {
  const copy = root.cloneNode(true) as HTMLElement
  for (const passing of copy.querySelectorAll('[data-not-prerendered]')) passing.remove()
  return {
    title: document.title,
    styles: listStyles(copy),
    html: copy.innerHTML,
    entry: findEntry(),
  }
}

/** Without the style sheets of other screens, which would cost the next first paint its time. */
function listStyles(root: HTMLElement): string[] {
  const classes = new Set([...root.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].flatMap((link) =>
    link.sheet === null || isUsed(link.sheet.cssRules, classes) ? (link.getAttribute('href') ?? []) : [],
  )
}

function isUsed(rules: CSSRuleList, classes: ReadonlySet<string>): boolean {
  return [...rules].some(
    (rule) =>
      (rule instanceof CSSStyleRule &&
        [...rule.selectorText.matchAll(/\.([\w-]+)/g)].some(([, name = '']) => classes.has(name))) ||
      ('cssRules' in rule && isUsed(rule.cssRules as CSSRuleList, classes)),
  )
}

/** The server's document names it for its first script, the saved one has an element for it. */
function findEntry(): string {
  const named = document.querySelector<HTMLElement>('script[data-entry]')?.dataset.entry?.split(' ')[0]
  return named ?? document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
}

function send(prerender: SavedPrerender): void {
  const message: PageMessage = { type: savePrerenderType, painting: prerender }
  navigator.serviceWorker?.controller?.postMessage(message)
}
