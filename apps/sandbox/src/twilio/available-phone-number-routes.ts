import type { FastifyInstance } from 'fastify'
import { formatNational } from '../carrier/numbering.ts'
import { offerNumbers } from '../carrier/offer-numbers.ts'
import { placeOf } from '../carrier/places.ts'
import type { World } from '../platform/world.ts'
import { notFound } from './message-routes.ts'
import { readPageWish, renderPage } from './page.ts'
import { readRequest } from './request.ts'

const OFFERS = 30

export function availablePhoneNumberRoutes(app: FastifyInstance, world: World): void {
  app.get('/2010-04-01/Accounts/:accountSid/AvailablePhoneNumbers/:country/Local.json', async (request) => {
    const twilio = readRequest(world, request)
    if (twilio.parameter('country') !== 'US') throw notFound(twilio.path)
    const wish = readPageWish(twilio.query)
    const offers = offerNumbers(world, {
      areaCode: twilio.query.text('AreaCode'),
      contains: twilio.query.text('Contains'),
      locality: twilio.query.text('InLocality'),
      region: twilio.query.text('InRegion'),
      limit: Math.min(wish.pageSize, OFFERS),
    })
    return renderPage(twilio, wish, 'available_phone_numbers', offers.map(renderOffer), { next: null, previous: null })
  })
}

function renderOffer(phoneNumber: string) {
  const place = placeOf(phoneNumber)
  return {
    address_requirements: 'none',
    beta: false,
    capabilities: { fax: false, mms: true, sms: true, voice: true },
    friendly_name: formatNational(phoneNumber),
    iso_country: 'US',
    lata: place?.lata ?? null,
    latitude: place?.latitude.toFixed(6) ?? null,
    locality: place?.city ?? null,
    longitude: place?.longitude.toFixed(6) ?? null,
    phone_number: phoneNumber,
    postal_code: place?.zip ?? null,
    rate_center: place?.city.toUpperCase().slice(0, 10) ?? null,
    region: place?.state ?? null,
  }
}
