import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import type { Account } from '../store/accounts.ts'
import { authenticate } from './authenticate.ts'
import { Form } from './form.ts'

export interface TwilioRequest {
  account: Account
  query: Form
  body: Form
  /** Path below Twilio's root without the query, as in Twilio's own links. */
  path: string
  parameter: (name: string) => string
}

const Parameters = z.record(z.string(), z.string())

/** Authenticates and parses a request; the first step of every Twilio route. */
export function readRequest(context: SandboxContext, request: FastifyRequest): TwilioRequest {
  const parameters = Parameters.parse(request.params)
  const account = authenticate(context, request.headers.authorization, parameters.accountSid)
  const [path = '', search = ''] = request.url.split('?')
  context.origin.learn(`${request.protocol}://${request.host}${request.server.prefix.replace(/\/twilio$/, '')}`, true)
  return {
    account,
    query: new Form(search),
    body: new Form(typeof request.body === 'string' ? request.body : ''),
    path: path.slice(Math.max(0, path.indexOf('/2010-04-01'))),
    parameter: (name) => parameters[name] ?? '',
  }
}
