// The kinds of jobs and what each carries from the transaction that queues it.
import type { MailMessage } from '../mail/messages.ts'

export interface JobPayloads {
  mail: {
    readonly to: string
    readonly language: 'en' | 'es'
    readonly message: MailMessage
  }
  'renewal-link': {
    /** Perhaps nobody's: only the job looks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  'judge-code': {
    /** Nobody's for an id that no judge has. */
    readonly challengeId: string
    readonly language: 'en' | 'es'
  }
  'forget-card': {
    /** As the provider names it. */
    readonly methodId: string
    /** Of the keys with which it was attached. */
    readonly mode: string
  }
}

export type JobKind = keyof JobPayloads
