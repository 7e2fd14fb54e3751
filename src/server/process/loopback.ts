// Whether a name or an address means this machine alone.
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Also an IPv6 address in brackets, and an IPv4 address within IPv6. */
export function isLoopback(name: string): boolean {
  if (name === 'localhost') return true
  const address = name.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether others than people at this machine may come to ORIGIN. */
export function isPublic({ origin }: { readonly origin: string }): boolean {
  return !isLoopback(new URL(origin).hostname)
}
