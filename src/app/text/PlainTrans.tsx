// `Trans` as the macros import it: what is filled into a sentence stays a text, whatever somebody wrote in it.
import { Trans, type TransProps } from '@lingui/react'

/**
 * Lingui looks for the sentence's elements after it has filled in the values. A name such as `<0>x</0>` would be
 * one of them, `<b>` would vanish, and `<constructor/>` would end the screen. What is no string is put in afterwards.
 */
export function PlainTrans({ values, ...rest }: TransProps) {
  if (values === undefined) return <Trans {...rest} />
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? [value] : value,
  ])
  return <Trans {...rest} values={Object.fromEntries(plain)} />
}
