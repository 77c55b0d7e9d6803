import { UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Authenticate } from './api.ts'

/** Allowance for multipart boundaries and headers. */
const MULTIPART_OVERHEAD = 10_000

/** A message has at most ten attachments. */
const MAX_UPLOADS_PER_USER = 10
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses uploads before their body is read, because a body stays in memory until it is complete: those that are too
 * large, those without a session, and those of a user who is already sending many.
 */
export function guardUploads(app: FastifyInstance, authenticate: Authenticate): void {
  const uploadsByUser = new Map<string, number>()
  const count = (userId: string, change: 1 | -1) => {
    const uploads = (uploadsByUser.get(userId) ?? 0) + change
    if (uploads > 0) uploadsByUser.set(userId, uploads)
    else uploadsByUser.delete(userId)
    return uploads
  }
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) return payload
    const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(declaredBytes <= UPLOAD_MAX_BYTES + MULTIPART_OVERHEAD)) throw new AppError('RequestTooLarge')
    const { userId } = await authenticate(request.headers.authorization)
    // The client may have disconnected during authentication.
    if (reply.raw.destroyed) return payload
    const uploads = count(userId, 1)
    reply.raw.once('close', () => void count(userId, -1))
    if (uploads > MAX_UPLOADS_PER_USER) {
      throw new AppError('TooManyAttempts', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    return payload
  })
}
