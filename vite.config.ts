// How the app and its worker are built, and how `npm run dev` reaches the API.

import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build as bundle } from 'rolldown'
import { createLogger, defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { cutFonts } from './build/fonts.ts'
import { importIconsByFile } from './build/icons.ts'
import { joinParts } from './build/joinParts.ts'
import { createGroups, partNames, textsOf } from './build/parts.ts'
import { findTextPart, type TextPart } from './src/domain/documents/textParts.ts'
import { findShowTiers, findTier, type Tier } from './sw/tiers.ts'

const api = process.env.API_ORIGIN ?? 'http://localhost:3000'
const served = [
  '/dart',
  '/media',
  '/files',
  '/sandbox',
  '/manifest.webmanifest',
  '/healthz',
  '/readyz',
  '/metrics',
]

const appFiles = watchAppFiles()
const texts = splitTexts()

export default defineConfig({
  plugins: [
    cutFonts(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/routeTree.gen.ts',
      addExtensions: '.tsx',
      quoteStyle: 'single',
      tmpDir: '.cache/router',
    }),
    splitIntoParts(),
    importInParts(),
    importIconsByFile(),
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    texts.plugin,
    joinParts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      injectRegister: false,
      registerType: 'prompt',
      // The server makes each club's own manifest.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,woff2,png,svg,ico}'],
        manifestTransforms: [appFiles.describe],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
    addFirstScript(),
    appFiles.plugin,
    nameWorker(),
    proxyApi(),
  ],
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The content security policy knows no data: for scripts, styles and fonts.
    assetsInlineLimit: 0,
    // each part names its own file too, also where it needs no other
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'html' ? others : [...new Set([file, ...others])],
    },
    manifest: true,
    rolldownOptions: {
      output: {
        chunkFileNames: texts.nameFile,
        codeSplitting: { groups: createGroups('src/app/main.tsx') },
      },
    },
  },
})

/** To the API. Without a server the browser and the terminal get a sentence in place of a stack trace. */
function proxyApi(): Plugin {
  const text = `No server at ${api}. Start the server: npm start`
  const proxy: ProxyOptions = {
    target: api,
    changeOrigin: false,
    configure(server) {
      // before Vite's own listener, which answers only what nobody has answered
      server.on('error', (_error, _request, response) => {
        if (!('writeHead' in response) || response.headersSent) return
        response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(`${text}\n`)
      })
    },
  }
  const logger = createLogger()
  return {
    name: 'proxy-api',
    apply: 'serve',
    config: () => ({
      server: { proxy: Object.fromEntries(served.map((path) => [path, proxy])) },
      customLogger: {
        ...logger,
        error(said, options) {
          if (said.includes('proxy error')) logger.warnOnce(text)
          else logger.error(said, options)
        },
      },
    }),
  }
}

/** The router's own lazy screens reload a page whose code cannot be loaded. Ours never do. */
function splitIntoParts(): Plugin {
  const theirs = /import \{ lazyRouteComponent \} from ['"]@tanstack\/react-router['"]/
  const ours = "import { lazyScreen as lazyRouteComponent } from '/src/app/parts/lazyPart.tsx'"
  return {
    name: 'split-into-parts',
    transform(code, id) {
      if (!id.includes('/src/app/routes/') || !code.includes('lazyRouteComponent(')) return
      if (!theirs.test(code)) throw new Error(`${id}: the router splits its screens in another way now`)
      return code.replace(theirs, ours)
    },
  }
}

/** Puts our own function in the place of Vite's, which leaves it to the browser to load the files of a part. */
function importInParts(): Plugin {
  return {
    name: 'import-in-parts',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return undefined
      return "export { importPart as __vitePreload } from '/src/app/parts/importPart.ts'"
    },
  }
}

/** Leaves in each part of the texts those of its files, and names each file after the part that it needs. */
function splitTexts(): { plugin: Plugin; nameFile: (chunk: NamedChunk) => string } {
  const catalogue = /\.po\?texts=(\w+)\?lingui$/
  /** What may be the id of a text: `/` is in none. */
  const quoted = /["'`]([\w-]{6})["'`]/g
  const byModule = new Map<string, string[]>()
  const findIds = (chunks: readonly NamedChunk[]) =>
    new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => byModule.get(id) ?? [])))
  return {
    nameFile({ name, moduleIds, facadeModuleId }) {
      const [, part] = catalogue.exec(facadeModuleId ?? '') ?? []
      if (part !== undefined) return `assets/${name}-${part}-[hash].js`
      // a file of its own is loaded late
      const isOwn = !partNames.includes(name) && textsOf[name] === undefined
      const texts = isOwn && moduleIds.some((id) => byModule.has(id)) ? 'rest' : textsOf[name]
      return `assets/${name}${texts === undefined ? '' : `.${texts}`}-[hash].js`
    },
    plugin: {
      name: 'split-texts',
      apply: 'build',
      enforce: 'post',
      transform(code, id) {
        if (!/\/src\/app\/.*\.tsx?($|\?)/.test(id) || !/i18n|#trans/.test(code)) return
        byModule.set(
          id,
          [...code.matchAll(quoted)].map(([, text = '']) => text),
        )
      },
      renderChunk(code, { facadeModuleId }, _, { chunks }) {
        const [, part] = catalogue.exec(facadeModuleId ?? '') ?? []
        if (part === undefined) return null
        const of = Map.groupBy(Object.values(chunks), ({ fileName }) => findTextPart(fileName))
        const wanted = findIds(of.get(part as TextPart) ?? [])
        const there = part === 'first' ? new Set<string>() : findIds(of.get('first') ?? [])
        const [json = ''] = /(?<=JSON\.parse\()".*"(?=\))/.exec(code) ?? []
        const texts = Object.entries(JSON.parse(JSON.parse(json)) as object)
        const left = texts.filter(([id]) => wanted.has(id) && !there.has(id))
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(left)))})`
      },
      generateBundle(_, bundle) {
        const names = new Set(Object.values(bundle).map(({ name }) => name))
        const empty = partNames.filter((name) => !names.has(name))
        if (empty.length > 0) throw new Error(`The build's parts find nothing: ${empty.join(', ')}`)
      },
    },
  }
}

/** Writes the worker's list of the app's files: which come first, and how long each is. */
function watchAppFiles(): {
  plugin: Plugin
  describe: (entries: ManifestEntry[]) => { manifest: ManifestEntry[] }
} {
  let showTiers: ReadonlyMap<string, Tier> = new Map()
  return {
    plugin: {
      name: 'watch-app-files',
      apply: 'build',
      writeBundle(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        showTiers = findShowTiers(
          chunks.map((chunk) => ({ ...chunk, styles: [...(chunk.viteMetadata?.importedCss ?? [])] })),
        )
      },
    },
    describe: (entries) => ({
      manifest: entries.map(({ url, revision, size }) => ({
        url,
        revision,
        size,
        bytes: size,
        tier: findTier(url, showTiers),
      })),
    }),
  }
}

interface NamedChunk {
  name: string
  moduleIds: readonly string[]
  facadeModuleId?: string | null
}

interface ManifestEntry {
  url: string
  revision: string | null
  size: number
}

/** The script that runs before the first paint is no module: modules wait until the document is read. */
function addFirstScript(): Plugin {
  const source = 'src/app/firstPaint.ts'
  const tag = `<script src="/${source}"></script>`
  let isBuild = false
  let fileName = ''
  return {
    name: 'add-first-script',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      const { output } = await bundle({
        input: resolve(import.meta.dirname, source),
        write: false,
        logLevel: 'silent',
        output: { format: 'iife', minify: true },
      })
      const hash = createHash('sha256').update(output[0].code).digest('base64url').slice(0, 8)
      fileName = `assets/firstPaint-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: output[0].code })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          tag,
          isBuild ? `<script src="/${fileName}"></script>` : tag.replace('<script', '<script type="module"'),
        ),
    },
  }
}

/** The worker's source is `sw/index.ts`, its fixed address `/sw.js`. */
function nameWorker(): Plugin {
  let outDir = ''
  return {
    name: 'name-worker',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (error === undefined) await rename(resolve(outDir, 'index.js'), resolve(outDir, 'sw.js'))
      },
    },
  }
}
