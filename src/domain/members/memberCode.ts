// The kinds of codes that prove a member's mailbox or phone.
export type MemberCodeKind =
  | 'email-change'
  | 'email-undo'
  | 'email-proof'
  | 'password-undo'
  | 'setup'
  | 'invitation'
  | 'temporary'
  | 'link'
