import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { notFound } from './message-routes.ts'
import { readRequest } from './request.ts'

/** Twilio's monthly list prices for US numbers. https://www.twilio.com/en-us/sms/pricing/us */
const PRICES = { local: '1.15', 'toll free': '2.15' }

export function pricingRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/v1/PhoneNumbers/Countries/:country', async (request) => {
    const { parameter } = readRequest(context, request)
    const country = parameter('country')
    if (country !== 'US') throw notFound(`/v1/PhoneNumbers/Countries/${country}`)
    return {
      country: 'United States',
      iso_country: country,
      phone_number_prices: Object.entries(PRICES).map(([type, price]) => ({
        number_type: type,
        base_price: price,
        current_price: price,
      })),
      price_unit: 'USD',
      url: `${context.origin.get()}/twilio/v1/PhoneNumbers/Countries/${country}`,
    }
  })
}
