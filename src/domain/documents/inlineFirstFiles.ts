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
  { findFile, hash }: InlineParts,
): Promise<InlinedDocument> {
  const script = firstScript.exec(html)
  const links = [...html.matchAll(styleSheets)]
  const scriptText = script?.[2] === undefined ? undefined : await findFile(script[2])
  const styleTexts = await Promise.all(links.map(([, path = '']) => findFile(path)))
  const texts = [scriptText, ...styleTexts]
  if (script === null || texts.some((text) => text === undefined || /<\/(script|style)/i.test(text)))
    return { html, policy }
  let inlined = html
    .replace(modulePreloads, '')
    // functions, because a text may contain the special signs of `replace`
    .replace(script[0], () => `<script${script[1]}>${scriptText}</script>`)
  for (const [index, [link]] of links.entries()) {
    inlined = inlined.replace(
      link,
      () => `<style>${styleTexts[index]}</style>${link.replace('<link', '<link disabled')}`,
    )
  }
  return {
    html: inlined,
    policy: allow(
      allow(policy, 'script-src', [await hash(scriptText ?? '')]),
      'style-src',
      await Promise.all(styleTexts.map((text) => hash(text ?? ''))),
    ),
  }
}

function allow(policy: string, directive: string, hashes: readonly string[]): string {
  const named = hashes.map((hash) => `'sha256-${hash}'`)
  return policy.replace(new RegExp(`(${directive} [^;]*)`), (sources) => [sources, ...named].join(' '))
}
