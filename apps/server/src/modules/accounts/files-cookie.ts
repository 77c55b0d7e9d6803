import type { AuthResult } from '@frontdesk/contract/api'
import type { FastifyReply } from 'fastify'
import type { AccountDeps } from './deps.ts'
import { signToken } from './tokens.ts'

export const FILES_COOKIE = 'frontdesk_files'
export const FILES_COOKIE_PATH = '/files'

/** Lets `<img>` and `<video>`, which send no bearer token, open the session's media. */
export async function withFilesCookie(
  { secrets, now, hasHttps }: Pick<AccountDeps, 'secrets' | 'now' | 'hasHttps'>,
  reply: FastifyReply,
  result: AuthResult,
): Promise<AuthResult> {
  const { token } = await signToken(secrets.tokenKey, 'files', result, now())
  reply.setCookie(FILES_COOKIE, token, {
    path: FILES_COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: hasHttps,
  })
  return result
}
