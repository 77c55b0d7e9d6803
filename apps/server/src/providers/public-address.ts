import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks that are not the open internet: private, loopback, link-local (cloud metadata), shared, documentation,
 * multicast.
 */
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4')
}
// Of IPv6 only the allocated global unicast range, without tunnels that map to IPv4 addresses.
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address is in the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateNetworks.check(address, 'ipv4')
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !privateNetworks.check(address, 'ipv6')
}

/** Names that are not public, by RFC 6761, 6762, 8375 and 9476 or by convention. */
const PRIVATE_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|alt|arpa)$/

/** Whether a name could be a public host name: at least two valid labels, and not a reserved domain. */
function isPublicName(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, '')
  return (
    plain.length <= 253 &&
    /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(plain) &&
    !PRIVATE_NAME.test(plain)
  )
}

/** Whether the host of a URL may be called: a public name or a literal public IP address. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)
}

export class PrivateAddressError extends Error {}

const RESOLVE_MS = 2000
const RESOLVE_TRIES = 2
/** Limit for all attempts at all name servers. */
const RESOLVE_TOTAL_MS = 5000

/**
 * DNS lookup for connections whose host users or contacts chose. The connection uses the address that was checked,
 * which prevents DNS rebinding. Uses c-ares with a timeout, because `getaddrinfo` would block one of libuv's few
 * threads for as long as a hostile name server likes.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolvePublic(hostname).then(
    (addresses) => {
      const [first] = addresses
      if (!first) return done(new Error(`${hostname} has no address`), '', 0)
      if (options.all) return done(null, addresses)
      return done(null, first.address, first.family)
    },
    (error) => done(error, '', 0),
  )
}

async function resolvePublic(hostname: string): Promise<{ address: string; family: number }[]> {
  if (!isPublicName(hostname)) throw new PrivateAddressError('the name resolves to a private address')
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  const timer = setTimeout(() => resolver.cancel(), RESOLVE_TOTAL_MS)
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      throw new PrivateAddressError('the name resolves to a private address')
    return addresses
  } finally {
    clearTimeout(timer)
  }
}
