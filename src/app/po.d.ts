// The build compiles the catalogues. This is their type.
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
/** One part of a catalogue (vite.config). */
declare module '*?lingui' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
