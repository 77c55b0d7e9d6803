import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The caller's IP address; the proxy's own if X-Forwarded-For does not contain a valid one. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown')
