import type { FastifyRequest } from 'fastify'
import type { World } from '../platform/world.ts'
import type { Account } from '../store/accounts.ts'
import { authenticate } from './authenticate.ts'
import { Form } from './form.ts'

export interface TwilioRequest {
  account: Account
  query: Form
  body: Form
  /** The path without the query, below Twilio's root: what Twilio's own links look like. */
  path: string
  parameter: (name: string) => string
}

/** A request whose sender is known: every Twilio route starts here. */
export function readRequest(world: World, request: FastifyRequest): TwilioRequest {
  const parameters = request.params as Record<string, string>
  const account = authenticate(world, request.headers.authorization, parameters.accountSid)
  const [path = '', search = ''] = request.url.split('?')
  world.origin.learn(`${request.protocol}://${request.host}${request.server.prefix.replace(/\/twilio$/, '')}`, true)
  return {
    account,
    query: new Form(search),
    body: new Form(typeof request.body === 'string' ? request.body : ''),
    path: path.slice(Math.max(0, path.indexOf('/2010-04-01'))),
    parameter: (name) => parameters[name] ?? '',
  }
}
