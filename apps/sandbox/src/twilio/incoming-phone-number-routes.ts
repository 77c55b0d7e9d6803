import type { FastifyInstance } from 'fastify'
import { findAvailableNumbers } from '../carrier/find-available-numbers.ts'
import { formatNational, toE164 } from '../carrier/numbering.ts'
import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
import type { BusinessNumber } from '../store/numbers.ts'
import type { Form } from './form.ts'
import { notFound } from './message-routes.ts'
import { readPageRequest, renderPage } from './page.ts'
import { renderIncomingPhoneNumber } from './render-incoming-phone-number.ts'
import { readRequest } from './request.ts'
import { TwilioError } from './twilio-error.ts'

export function incomingPhoneNumberRoutes(app: FastifyInstance, context: SandboxContext): void {
  const base = '/2010-04-01/Accounts/:accountSid/IncomingPhoneNumbers'
  const publishChange = () => context.events.publish(() => ({ type: 'numbers' }))

  app.get(`${base}.json`, async (request) => {
    const twilio = readRequest(context, request)
    const pageRequest = readPageRequest(twilio.query)
    const phoneNumber = twilio.query.text('PhoneNumber')
    const rows = context.numbers.list({
      accountSid: twilio.account.sid,
      phoneNumber: phoneNumber && (toE164(phoneNumber) ?? phoneNumber),
      friendlyName: twilio.query.text('FriendlyName'),
      limit: pageRequest.pageSize + 1,
      offset: pageRequest.page * pageRequest.pageSize,
    })
    const numbers = rows.slice(0, pageRequest.pageSize).map(renderIncomingPhoneNumber)
    return renderPage(twilio, pageRequest, 'incoming_phone_numbers', numbers, {
      next: rows.length > pageRequest.pageSize ? '' : null,
      previous: '',
    })
  })

  app.post(`${base}.json`, async (request, reply) => {
    const { account, body } = readRequest(context, request)
    const phoneNumber = chooseNumber(context, body)
    const now = context.now()
    const number: BusinessNumber = {
      sid: makeSid('PN'),
      accountSid: account.sid,
      phoneNumber,
      friendlyName: formatNational(phoneNumber),
      smsUrl: '',
      smsMethod: 'POST',
      smsFallbackUrl: '',
      smsFallbackMethod: 'POST',
      voiceUrl: null,
      voiceMethod: 'POST',
      statusCallback: '',
      statusCallbackMethod: 'POST',
      createdAt: now,
      updatedAt: now,
      ...readSettings(body),
    }
    context.numbers.add(number)
    publishChange()
    return reply.code(201).send(renderIncomingPhoneNumber(number))
  })

  const find = (accountSid: string, sid: string) => {
    const number = context.numbers.find(accountSid, sid)
    if (!number) throw notFound(`/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`)
    return number
  }

  app.get(`${base}/:sid.json`, async (request) => {
    const { account, parameter } = readRequest(context, request)
    return renderIncomingPhoneNumber(find(account.sid, parameter('sid')))
  })

  app.post(`${base}/:sid.json`, async (request) => {
    const { account, body, parameter } = readRequest(context, request)
    const number = { ...find(account.sid, parameter('sid')), ...readSettings(body), updatedAt: context.now() }
    context.numbers.save(number)
    publishChange()
    return renderIncomingPhoneNumber(number)
  })

  app.delete(`${base}/:sid.json`, async (request, reply) => {
    const { account, parameter } = readRequest(context, request)
    context.numbers.remove(find(account.sid, parameter('sid')).sid)
    publishChange()
    return reply.code(204).send()
  })
}

function chooseNumber(context: SandboxContext, body: Form): string {
  const typed = body.text('PhoneNumber')
  if (typed) {
    const phoneNumber = toE164(typed)
    if (!phoneNumber) throw new TwilioError(400, 21421, `PhoneNumber is invalid: ${typed}`)
    if (context.numbers.findByPhoneNumber(phoneNumber) || context.phones.find(phoneNumber)) {
      throw new TwilioError(400, 21422, `PhoneNumber ${phoneNumber} is not available`)
    }
    return phoneNumber
  }
  const areaCode = body.text('AreaCode')
  if (!areaCode) throw new TwilioError(400, 21402, 'A PhoneNumber or an AreaCode is required')
  const [offer] = findAvailableNumbers(context, { areaCode, contains: null, limit: 1 })
  if (!offer) throw new TwilioError(400, 21452, `No phone numbers found in area code ${areaCode}`)
  return offer
}

type Settings = Partial<
  Pick<
    BusinessNumber,
    | 'friendlyName'
    | 'smsUrl'
    | 'smsMethod'
    | 'smsFallbackUrl'
    | 'smsFallbackMethod'
    | 'voiceUrl'
    | 'voiceMethod'
    | 'statusCallback'
    | 'statusCallbackMethod'
  >
>

const METHOD_FIELDS = [
  ['smsMethod', 'SmsMethod'],
  ['smsFallbackMethod', 'SmsFallbackMethod'],
  ['voiceMethod', 'VoiceMethod'],
  ['statusCallbackMethod', 'StatusCallbackMethod'],
] as const

/** Reads the fields that are present; an empty URL clears the stored one. */
function readSettings(body: Form): Settings {
  const settings: Settings = {}
  const friendlyName = body.text('FriendlyName')
  if (friendlyName) settings.friendlyName = friendlyName.slice(0, 64)
  if (body.has('SmsUrl')) settings.smsUrl = body.url('SmsUrl', 21502) ?? ''
  if (body.has('SmsFallbackUrl')) settings.smsFallbackUrl = body.url('SmsFallbackUrl', 21502) ?? ''
  if (body.has('VoiceUrl')) settings.voiceUrl = body.url('VoiceUrl', 21405)
  if (body.has('StatusCallback')) settings.statusCallback = body.url('StatusCallback', 21502) ?? ''
  for (const [name, field] of METHOD_FIELDS) {
    const method = body.method(field)
    if (method) settings[name] = method
  }
  return settings
}
