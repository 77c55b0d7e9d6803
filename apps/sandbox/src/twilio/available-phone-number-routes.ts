import type { FastifyInstance } from 'fastify'
import { findAvailableNumbers } from '../carrier/find-available-numbers.ts'
import { formatNational } from '../carrier/numbering.ts'
import { rateCenterOf } from '../carrier/rate-centers.ts'
import type { SandboxContext } from '../platform/context.ts'
import { notFound } from './message-routes.ts'
import { readPageRequest, renderPage } from './page.ts'
import { readRequest } from './request.ts'

const MAX_AVAILABLE = 30

export function availablePhoneNumberRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/2010-04-01/Accounts/:accountSid/AvailablePhoneNumbers/:country/Local.json', async (request) => {
    const twilio = readRequest(context, request)
    if (twilio.parameter('country') !== 'US') throw notFound(twilio.path)
    const pageRequest = readPageRequest(twilio.query)
    const available = findAvailableNumbers(context, {
      areaCode: twilio.query.text('AreaCode'),
      contains: twilio.query.text('Contains'),
      locality: twilio.query.text('InLocality'),
      region: twilio.query.text('InRegion'),
      limit: Math.min(pageRequest.pageSize, MAX_AVAILABLE),
    })
    return renderPage(twilio, pageRequest, 'available_phone_numbers', available.map(renderAvailableNumber), {
      next: null,
      previous: null,
    })
  })
}

function renderAvailableNumber(phoneNumber: string) {
  const rateCenter = rateCenterOf(phoneNumber)
  return {
    address_requirements: 'none',
    beta: false,
    capabilities: { fax: false, mms: true, sms: true, voice: true },
    friendly_name: formatNational(phoneNumber),
    iso_country: 'US',
    lata: rateCenter?.lata ?? null,
    latitude: rateCenter?.latitude.toFixed(6) ?? null,
    locality: rateCenter?.city ?? null,
    longitude: rateCenter?.longitude.toFixed(6) ?? null,
    phone_number: phoneNumber,
    postal_code: rateCenter?.zip ?? null,
    rate_center: rateCenter?.city.toUpperCase().slice(0, 10) ?? null,
    region: rateCenter?.state ?? null,
  }
}
