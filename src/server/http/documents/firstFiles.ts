// What the document of an address brings along of the app, and what it leaves to its first script to load: that
// script tries each file again by itself, which a browser does not do for a document's own scripts.
import { createHash } from 'node:crypto'
import { type InlinedDocument, inlineFirstScript } from '../../../domain/documents/inlineFirstFiles.ts'
import { toAttribute } from '../../../domain/prerender.ts'

const firstScript = /<script(?= src="\/assets\/firstPaint-)/
const entryElement = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>\s*/
const entryParts = /<link rel="modulepreload"[^>]* href="(\/assets\/[^"]+)">\s*/g

/**
 * The built document with the first script inside, which is told what to load. The style sheet stays outside:
 * for the font of one inside, Chromium names the page to the server, and a ballot's address is its voter's secret.
 */
export function makeShell(
  built: string,
  policy: string,
  findFile: (path: string) => Promise<string | undefined>,
): Promise<InlinedDocument> {
  return inlineFirstScript(nameEntry(built), policy, {
    findFile,
    hash: async (text) => createHash('sha256').update(text).digest('base64'),
  })
}

/** Hands the entry and what it imports to the first script, in a build that has one. */
function nameEntry(built: string): string {
  const entry = entryElement.exec(built)?.[1]
  if (entry === undefined || !firstScript.test(built)) return built
  const files = [entry, ...[...built.matchAll(entryParts)].map(([, path]) => path)]
  return built
    .replace(entryElement, '')
    .replaceAll(entryParts, '')
    .replace(firstScript, (tag) => `${tag} data-entry="${toAttribute(files.join(' '))}"`)
}

/** Names files that the address's screen will import, so that they come at once and side by side. */
export function nameNextFiles(shell: string, files: readonly string[]): string {
  return shell.replace(
    /<script(?=[^>]* data-entry=)/,
    (tag) => `${tag} data-next="${toAttribute(files.join(' '))}"`,
  )
}
