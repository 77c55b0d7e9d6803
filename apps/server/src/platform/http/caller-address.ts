import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The caller's IP address; the proxy's own where X-Forwarded-For holds something else. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown')
