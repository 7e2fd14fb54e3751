// The caller's network address as limits count it.
import { isIPv4, isIPv6 } from 'node:net'

/** IPv4 as it is, also inside IPv6. IPv6 by its /64, which one household shares (rules/security 8.1). */
export function toPeer(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = expand(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const text = dotted ? `${dotted[1]}${join(dotted[2], dotted[3])}:${join(dotted[4], dotted[5])}` : address
  const [head = '', tail] = text.split('::')
  const before = toGroups(head)
  if (tail === undefined) return before
  const after = toGroups(tail)
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function join(high = '0', low = '0'): string {
  return (Number(high) * 256 + Number(low)).toString(16)
}

function toGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

/**
 * The network of a peer, for what only orders those who wait: who has one IPv6 address may have the 65,536 households of
 * its /48. Nobody is refused for their neighbours.
 */
export function toNetwork(peer: string): string {
  return peer.endsWith('::/64') ? `${peer.split(':').slice(0, 3).join(':')}::/48` : peer
}
