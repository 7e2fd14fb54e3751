// What members are told of files.
import { type Alerts, added } from '../../alerts/alertWords.ts'

export const alerts = {
  file: added({
    table: 'media_file',
    name: 'name',
    isShown: 'shared',
    choice: 'notifyNewFile',
    path: '/portal/member/files',
    words: {
      en: { one: 'New file', several: 'new files' },
      es: { one: 'Archivo nuevo', several: 'archivos nuevos' },
    },
  }),
} satisfies Partial<Alerts>
