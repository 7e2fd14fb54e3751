// What the screens that are still being built will contain. Shown at their addresses.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Coming {
  title: MessageDescriptor
  /** What people will be able to do here. */
  promise: MessageDescriptor
}

export const comingTopics = {
  store: { title: msg`Store`, promise: msg`Here you will buy what the club sells.` },
  cart: { title: msg`Cart`, promise: msg`Here you will see what you have chosen in the store.` },
  checkout: { title: msg`Checkout`, promise: msg`Here you will pay for what you have chosen in the store.` },
  membership: {
    title: msg`Membership`,
    promise: msg`Here you will see when your membership ends, and renew it.`,
  },
  password: { title: msg`Password`, promise: msg`Here you will change your password.` },
} satisfies Record<string, Coming>

export type ComingTopic = keyof typeof comingTopics
