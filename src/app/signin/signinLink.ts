// What the mails about signing in put into the link's fragment, which no server sees.

export interface SigninLink {
  readonly email: string
  /** Proves the mailbox, for a first password. '' for none. */
  readonly code: string
}

export function readSigninLink(hash: string): SigninLink {
  const said = new URLSearchParams(hash)
  return {
    email: (said.get('email') ?? '').slice(0, 128),
    code: (said.get('setup') ?? said.get('invitation') ?? '').slice(0, 64),
  }
}
