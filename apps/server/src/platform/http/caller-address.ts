import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The caller's IP address; the proxy's own if X-Forwarded-For does not contain a valid one. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown')

/**
 * The network that rate limits count as one source. One IPv6 subscriber has at least a /64, so counting addresses would
 * give them 2^64 times the limit. https://www.rfc-editor.org/rfc/rfc6177
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const prefix = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}
