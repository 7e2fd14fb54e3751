// Every import() of the built app goes through this function, in the place of Vite's own (vite.config). It
// imports a part only when its texts and all its files have come: a browser may remember one that did not.
import { wantTexts } from '../text/wantedTexts.ts'

const styles = new Map<string, Promise<void>>()

/** `files`: all that the part needs, its style sheets too, named from the site's root. */
export async function importPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  const paths = files.map((file) => `/${file}`)
  // missing only where the document's first script did not come
  await Promise.all([window.prefetchFiles?.(paths), wantTexts(paths)])
  await Promise.all(paths.filter((path) => path.endsWith('.css')).map(addStyle))
  return load()
}

function addStyle(path: string): Promise<void> {
  const running = styles.get(path)
  if (running !== undefined) return running
  // the document itself may name it
  const isThere = document.querySelector(`link[rel="stylesheet"][href="${path}"]`) !== null
  const added = isThere ? Promise.resolve() : appendStyle(path)
  styles.set(path, added)
  added.catch(() => styles.delete(path))
  return added
}

function appendStyle(path: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = path
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError(`${path} did not come`))
    })
    document.head.append(link)
  })
}
