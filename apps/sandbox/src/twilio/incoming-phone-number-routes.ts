import type { FastifyInstance } from 'fastify'
import { formatNational, toE164 } from '../carrier/numbering.ts'
import { offerNumbers } from '../carrier/offer-numbers.ts'
import { makeSid } from '../platform/sid.ts'
import type { World } from '../platform/world.ts'
import type { BusinessNumber } from '../store/numbers.ts'
import type { Form } from './form.ts'
import { notFound } from './message-routes.ts'
import { readPageWish, renderPage } from './page.ts'
import { renderIncomingPhoneNumber } from './render-incoming-phone-number.ts'
import { readRequest } from './request.ts'
import { TwilioError } from './twilio-error.ts'

export function incomingPhoneNumberRoutes(app: FastifyInstance, world: World): void {
  const base = '/2010-04-01/Accounts/:accountSid/IncomingPhoneNumbers'
  const changed = () => world.live.publish(() => ({ type: 'numbers' }))

  app.get(`${base}.json`, async (request) => {
    const twilio = readRequest(world, request)
    const wish = readPageWish(twilio.query)
    const wanted = twilio.query.text('PhoneNumber')
    const found = world.numbers.list({
      accountSid: twilio.account.sid,
      phoneNumber: wanted && (toE164(wanted) ?? wanted),
      friendlyName: twilio.query.text('FriendlyName'),
      limit: wish.pageSize + 1,
      offset: wish.page * wish.pageSize,
    })
    const numbers = found.slice(0, wish.pageSize).map(renderIncomingPhoneNumber)
    return renderPage(twilio, wish, 'incoming_phone_numbers', numbers, {
      next: found.length > wish.pageSize ? '' : null,
      previous: '',
    })
  })

  app.post(`${base}.json`, async (request, reply) => {
    const { account, body } = readRequest(world, request)
    const phoneNumber = chooseNumber(world, body)
    const now = world.now()
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
    world.numbers.add(number)
    changed()
    return reply.code(201).send(renderIncomingPhoneNumber(number))
  })

  const find = (accountSid: string, sid: string) => {
    const number = world.numbers.find(accountSid, sid)
    if (!number) throw notFound(`/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`)
    return number
  }

  app.get(`${base}/:sid.json`, async (request) => {
    const { account, parameter } = readRequest(world, request)
    return renderIncomingPhoneNumber(find(account.sid, parameter('sid')))
  })

  app.post(`${base}/:sid.json`, async (request) => {
    const { account, body, parameter } = readRequest(world, request)
    const number = { ...find(account.sid, parameter('sid')), ...readSettings(body), updatedAt: world.now() }
    world.numbers.save(number)
    changed()
    return renderIncomingPhoneNumber(number)
  })

  app.delete(`${base}/:sid.json`, async (request, reply) => {
    const { account, parameter } = readRequest(world, request)
    world.numbers.remove(find(account.sid, parameter('sid')).sid)
    changed()
    return reply.code(204).send()
  })
}

function chooseNumber(world: World, body: Form): string {
  const typed = body.text('PhoneNumber')
  if (typed) {
    const phoneNumber = toE164(typed)
    if (!phoneNumber) throw new TwilioError(400, 21421, `PhoneNumber is invalid: ${typed}`)
    if (world.numbers.findByPhoneNumber(phoneNumber) || world.phones.find(phoneNumber)) {
      throw new TwilioError(400, 21422, `PhoneNumber ${phoneNumber} is not available`)
    }
    return phoneNumber
  }
  const areaCode = body.text('AreaCode')
  if (!areaCode) throw new TwilioError(400, 21402, 'A PhoneNumber or an AreaCode is required')
  const [offer] = offerNumbers(world, { areaCode, contains: null, limit: 1 })
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

/** Only what the request names changes; an empty address takes the old one away. */
function readSettings(body: Form): Settings {
  const settings: Settings = {}
  const friendlyName = body.text('FriendlyName')
  if (friendlyName) settings.friendlyName = friendlyName.slice(0, 64)
  if (body.has('SmsUrl')) settings.smsUrl = body.url('SmsUrl', 21502) ?? ''
  if (body.has('SmsFallbackUrl')) settings.smsFallbackUrl = body.url('SmsFallbackUrl', 21502) ?? ''
  if (body.has('VoiceUrl')) settings.voiceUrl = body.url('VoiceUrl', 21405)
  if (body.has('StatusCallback')) settings.statusCallback = body.url('StatusCallback', 21502) ?? ''
  const methods = {
    smsMethod: body.method('SmsMethod'),
    smsFallbackMethod: body.method('SmsFallbackMethod'),
    voiceMethod: body.method('VoiceMethod'),
    statusCallbackMethod: body.method('StatusCallbackMethod'),
  }
  for (const [name, method] of Object.entries(methods)) {
    if (method) settings[name as keyof typeof methods] = method
  }
  return settings
}
