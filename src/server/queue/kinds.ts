// The kinds of jobs and the payload of each, written in the transaction that queues it.

export interface JobPayloads {
  mail: {
    readonly to: string
    /** Null: the club's. */
    readonly language: 'en' | 'es' | null
    /** With the fields that the letter of its kind asks for, which `addMail` checks. */
    readonly message: { readonly kind: string }
  }
  'renewal-link': {
    /** Perhaps nobody has this address. Only the job checks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  'temporary-password': {
    /** Perhaps nobody has this address. Only the job checks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  'purchases-mail': {
    readonly eventId: number
    /** Perhaps nobody has bought anything with this address. Only the job checks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  newsletter: {
    readonly fileId: number
    readonly memberId: number
    /** Of the additional address; 0 for the member's own. Only the job checks if its reader still wants it. */
    readonly addressId: number
  }
  'judge-code': {
    /** A challenge that does not exist, when no judge has the id. */
    readonly challengeId: string
    readonly language: 'en' | 'es' | null
  }
  /** A renewal with the saved card: a try of the job, or a charge that a process has left unfinished. */
  renew: {
    readonly memberId: number
    /** The expiration that is to be extended. */
    readonly period: string
    readonly tries?: number
    readonly attempt?: number
  }
  'forget-card': {
    /** The provider's id of the card. */
    readonly methodId: string
    /** Of the keys that the card was attached with. */
    readonly mode: string
  }
  /** Sends a message of the club to all who get it, or goes on with it. */
  alert: {
    readonly alertId: number
    /** Counts the jobs of one message. */
    readonly turn: number
  }
  /** Reminds devices of the favourites that begin then. */
  remind: {
    readonly eventId: number
    /** Epoch milliseconds. */
    readonly startsAt: number
  }
}

export type JobKind = keyof JobPayloads
