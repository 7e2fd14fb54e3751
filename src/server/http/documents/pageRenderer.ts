// The part of the build that draws public pages. An app that was built without it is served without drawn pages.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '../../../domain/documents/renderedPage.ts'

/** The folder of the build that holds it. It is not served. */
export const pageRendererFolder = '.pages'
/** A hash is part of the name, because a process imports each address once, and builds change. */
const entryPattern = /^renderPage-[\w-]+\.js$/

export interface PageRenderers {
  /** The renderer of the build with this name. Undefined if the build has none. */
  find(build: string): Promise<PageRenderer | undefined>
}

export function createPageRenderers(distDir: string): PageRenderers {
  let current: { build: string; renderer: Promise<PageRenderer | undefined> } | undefined
  return {
    find(build) {
      if (current?.build !== build) current = { build, renderer: load(join(distDir, pageRendererFolder)) }
      return current.renderer
    },
  }
}

async function load(folder: string): Promise<PageRenderer | undefined> {
  const names = await readdir(folder).catch(() => [])
  const entry = names.find((name) => entryPattern.test(name))
  return entry === undefined ? undefined : import(pathToFileURL(join(folder, entry)).href)
}
