import type { FastifyInstance } from 'fastify'
import { describeNumber } from '../carrier/numbering.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { LineType } from '../store/phones.ts'
import { notFound } from './message-routes.ts'
import { readRequest } from './request.ts'

const CARRIERS: Partial<Record<LineType, string>> = {
  mobile: 'T-Mobile USA, Inc.',
  landline: 'CenturyLink',
  fixedVoip: 'Comcast IP Phone',
  nonFixedVoip: 'Twilio - SMS/MMS-SVR',
}

export function lookupRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/v2/PhoneNumbers/:number', async (request) => {
    const { account, query, parameter } = readRequest(context, request)
    const number = describeNumber(parameter('number'), query.text('CountryCode') ?? undefined)
    if (!number) throw notFound(`/v2/PhoneNumbers/${parameter('number')}`)

    const includesLineType = (query.text('Fields') ?? '').split(',').includes('line_type_intelligence')
    return {
      calling_country_code: number.callingCode,
      country_code: number.countryCode,
      phone_number: number.phoneNumber,
      national_format: number.national,
      valid: number.isValid,
      validation_errors: number.isValid ? null : ['INVALID_BUT_POSSIBLE'],
      caller_name: null,
      sim_swap: null,
      call_forwarding: null,
      line_status: null,
      line_type_intelligence:
        includesLineType && number.isValid
          ? lineType(context, account.sid, number.phoneNumber, number.isTollFree)
          : null,
      identity_match: null,
      reassigned_number: null,
      sms_pumping_risk: null,
      phone_number_quality_score: null,
      pre_fill: null,
      url: `${context.origin.get()}/twilio/v2/PhoneNumbers/${number.phoneNumber}`,
    }
  })
}

/** Line type for Lookup. Numbers without a phone in the sandbox count as mobile, as most contacts' numbers are. */
function lineType(context: SandboxContext, accountSid: string, phone: string, isTollFree: boolean) {
  const isBusiness = context.numbers.findByPhoneNumber(phone) !== undefined
  const phoneLineType = context.phones.find(phone)?.lineType
  const isFaulty = context.faults.has('landline', { phone, number: '', accountSid })
  const type: LineType = isFaulty
    ? 'landline'
    : (phoneLineType ?? (isTollFree ? 'tollFree' : isBusiness ? 'nonFixedVoip' : 'mobile'))
  return {
    error_code: null,
    mobile_country_code: type === 'mobile' ? '310' : null,
    mobile_network_code: type === 'mobile' ? '260' : null,
    carrier_name: CARRIERS[type] ?? null,
    type,
  }
}
