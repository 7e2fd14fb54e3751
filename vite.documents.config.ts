// How the module is built that draws public pages on the server, from the app's own screens.
import { defineConfig, type PluginOption } from 'vite'
import app from './vite.config.ts'

/** What belongs to the browser's build alone: its worker, its first script and its texts in parts. */
const ofBrowser = /^vite-plugin-pwa|^add-first-script$|^name-worker$|^split-texts$/

export default defineConfig({
  plugins: leaveOut(app.plugins ?? []),
  build: {
    ssr: 'src/app/renderPage.tsx',
    target: 'node20',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: '[name]-[hash].js' } },
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  // brings its packages along: the server imports none of the app's
  ssr: { noExternal: true },
})

function leaveOut(plugins: readonly PluginOption[]): PluginOption[] {
  return plugins.flatMap((plugin) => {
    if (Array.isArray(plugin)) return leaveOut(plugin)
    const isLeftOut = plugin && 'name' in plugin && ofBrowser.test(plugin.name)
    return isLeftOut ? [] : [plugin]
  })
}
