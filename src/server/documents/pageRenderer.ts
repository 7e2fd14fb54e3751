// The part of the build that draws public pages. An app that was built without it is served without paintings.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '../../domain/documents/renderedPage.ts'

/** In a folder of the build that is not served. */
export const pageRendererPath = join('.pages', 'renderPage.js')

export interface PageRenderers {
  /** The renderer of the build with this name. Undefined if the build has none. */
  find(build: string): Promise<PageRenderer | undefined>
}

export function createPageRenderers(distDir: string): PageRenderers {
  let current: { build: string; renderer: Promise<PageRenderer | undefined> } | undefined
  return {
    find(build) {
      if (current?.build !== build) current = { build, renderer: load(distDir, build) }
      return current.renderer
    },
  }
}

async function load(distDir: string, build: string): Promise<PageRenderer | undefined> {
  const address = pathToFileURL(join(distDir, pageRendererPath))
  // the next build has the same path
  address.searchParams.set('build', build)
  try {
    return (await import(address.href)) as PageRenderer
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
