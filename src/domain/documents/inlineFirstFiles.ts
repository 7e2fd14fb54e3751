// A document that brings along what its first paint needs, so that it waits for nothing.

export interface InlinedDocument {
  html: string
  /** The content security policy, which now names exactly these texts. */
  policy: string
}

export interface InlineParts {
  findFile(path: string): Promise<string | undefined>
  /** SHA-256 in base64. */
  hash(text: string): Promise<string>
}

const firstScript = /<script([^>]*) src="(\/assets\/firstPaint-[^"]+)"><\/script>/
const styleSheets = /<link rel="stylesheet" crossorigin href="(\/assets\/[^"]+)">/g
const modulePreloads = /<link rel="modulepreload"[^>]*>\s*/g

/**
 * Puts the style sheets and the first script inside the document. A style sheet's link stays without effect, so
 * that the app takes the style sheet for loaded. The document stays as it is where a file is missing.
 */
export async function inlineFirstFiles(
  html: string,
  policy: string,
  parts: InlineParts,
): Promise<InlinedDocument> {
  const links = [...html.matchAll(styleSheets)]
  const texts = await Promise.all(links.map(([, path = '']) => parts.findFile(path)))
  const withScript = await inlineFirstScript(html.replace(modulePreloads, ''), policy, parts)
  if (withScript.policy === policy || !texts.every(canStandInside)) return { html, policy }
  let inlined = withScript.html
  for (const [index, [link]] of links.entries()) {
    // functions, because a text may contain the special signs of `replace`
    inlined = inlined.replace(
      link,
      () => `<style>${texts[index]}</style>${link.replace('<link', '<link disabled')}`,
    )
  }
  const hashes = await Promise.all(texts.map(parts.hash))
  return { html: inlined, policy: allow(withScript.policy, 'style-src', hashes) }
}

/** The first script alone. The document stays as it is where the file is missing. */
export async function inlineFirstScript(
  html: string,
  policy: string,
  { findFile, hash }: InlineParts,
): Promise<InlinedDocument> {
  const [element, attributes, path] = firstScript.exec(html) ?? []
  const text = path === undefined ? undefined : await findFile(path)
  if (element === undefined || !canStandInside(text)) return { html, policy }
  return {
    html: html.replace(element, () => `<script${attributes}>${text}</script>`),
    policy: allow(policy, 'script-src', [await hash(text)]),
  }
}

function canStandInside(text: string | undefined): text is string {
  return text !== undefined && !/<\/(script|style)/i.test(text)
}

function allow(policy: string, directive: string, hashes: readonly string[]): string {
  const named = hashes.map((hash) => `'sha256-${hash}'`)
  return policy.replace(new RegExp(`(${directive} [^;]*)`), (sources) => [sources, ...named].join(' '))
}
