// Catalogues are compiled by the build; what they look like to TypeScript.
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
