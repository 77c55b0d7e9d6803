import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../../platform/context.ts'

const ConsentQuery = z.object({
  client_id: z.string().min(1),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  state: z.string().optional(),
  login_hint: z.string().optional(),
})

const Decision = ConsentQuery.omit({ login_hint: true, response_type: true }).extend({
  email: z.email().transform((email) => email.toLowerCase()),
  decision: z.enum(['allow', 'deny']),
})

const TokenRequest = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().optional(),
})

/** OAuth 2 error response (RFC 6749, section 5.2). */
class OAuthError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

/** Google's OAuth 2: the consent page, tokens, their refresh and their revocation. */
export const oauthPlugin = (context: SandboxContext) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
  // The SDK revokes with an empty body of any type.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof OAuthError)
      return reply.code(error.status).send({ error: error.code, error_description: error.message })
    if (error instanceof z.ZodError)
      return reply.code(400).send({ error: 'invalid_request', error_description: z.prettifyError(error) })
    request.log.error(error)
    return reply.code(error.statusCode ?? 500).send({ error: 'server_error' })
  })

  app.get('/o/oauth2/v2/auth', async (request, reply) => {
    const query = ConsentQuery.parse(request.query)
    const emails = context.google.accounts()
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // The answer leads to the product, which may have another origin.
        .header(
          'content-security-policy',
          `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(query.redirect_uri).origin}`,
        )
        .send(consentPage({ ...query, email: query.login_hint ?? emails[0] ?? 'you@gmail.test' }, emails, app.prefix))
    )
  })

  app.post('/o/oauth2/v2/auth', async (request, reply) => {
    const {
      email,
      decision,
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state,
    } = Decision.parse(request.body)
    const target = new URL(redirectUri)
    if (state !== undefined) target.searchParams.set('state', state)
    if (decision === 'deny') {
      target.searchParams.set('error', 'access_denied')
      return reply.redirect(target.href, 302)
    }
    context.google.ensureAccount(email, context.now())
    target.searchParams.set('code', context.google.addCode({ email, clientId, redirectUri, scope }, context.now()))
    target.searchParams.set('scope', scope)
    return reply.redirect(target.href, 302)
  })

  app.post('/token', async (request) => {
    const tokenRequest = TokenRequest.parse(request.body)
    const refreshToken =
      tokenRequest.grant_type === 'authorization_code'
        ? exchange(context, tokenRequest)
        : checkRefreshToken(context, tokenRequest)
    const scope = context.google.findGrant(refreshToken)?.scope ?? ''
    return {
      access_token: context.google.addAccessToken(refreshToken, context.now()),
      expires_in: 3599,
      scope,
      token_type: 'Bearer',
      ...(tokenRequest.grant_type === 'authorization_code' && { refresh_token: refreshToken }),
    }
  })

  app.post<{ Querystring: { token?: string } }>('/revoke', async (request) => {
    const { token } = { ...(request.body as object | null), ...request.query } as { token?: string }
    const refreshToken = context.google.findGrant(token ?? '')?.refreshToken
    const granted = refreshToken ?? context.google.findAccessToken(token ?? '')?.refreshToken
    if (granted === undefined) throw new OAuthError('invalid_token', 'Token expired or revoked')
    context.google.revokeGrant(granted, context.now())
    return {}
  })
}

function exchange(context: SandboxContext, asked: z.output<typeof TokenRequest>): string {
  const code = context.google.takeCode(asked.code ?? '')
  if (!code || code.expiresAt <= context.now() || code.clientId !== asked.client_id)
    throw new OAuthError('invalid_grant', 'Malformed auth code.')
  if (code.redirectUri !== asked.redirect_uri) throw new OAuthError('redirect_uri_mismatch', 'Bad Request')
  return context.google.addGrant(code)
}

function checkRefreshToken(context: SandboxContext, asked: z.output<typeof TokenRequest>): string {
  const grant = context.google.findGrant(asked.refresh_token ?? '')
  if (!grant || grant.revokedAt !== null || grant.clientId !== asked.client_id)
    throw new OAuthError('invalid_grant', 'Token has been expired or revoked.')
  return grant.refreshToken
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function consentPage(
  query: z.output<typeof ConsentQuery> & { email: string },
  emails: readonly string[],
  prefix: string,
): string {
  const { email, client_id, redirect_uri, scope, state } = query
  const hidden = Object.entries({ client_id, redirect_uri, scope, ...(state !== undefined && { state }) })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sandbox: sign in with Google</title>
    <link rel="stylesheet" href="/sandbox/ui/style.css">
  </head>
  <body class="consent">
    <main>
      <form class="consent-card" method="post" action="${prefix}/o/oauth2/v2/auth">
        <h1>Frontdesk wants access to your Google Calendar</h1>
        <p>This is the sandbox: any address is an account, and nothing leaves this machine.</p>
        <label for="email">Google account</label>
        <input class="field" type="email" id="email" name="email" list="accounts" value="${escapeHtml(email)}" required>
        <datalist id="accounts">${emails.map((known) => `<option value="${escapeHtml(known)}"></option>`).join('')}</datalist>
        ${hidden}
        <div class="dialog-actions">
          <button class="button" name="decision" value="deny" formnovalidate>Deny</button>
          <button class="button primary" name="decision" value="allow">Allow</button>
        </div>
      </form>
    </main>
  </body>
</html>`
}
