// Where the app's texts are collected: English sentences are the ids, Spanish stands beside them.
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src/app'] }],
  // package.json says where it is
  runtimeConfigModule: { Trans: ['#trans', 'PlainTrans'] },
  format: formatter({ lineNumbers: false, origins: false }),
})
