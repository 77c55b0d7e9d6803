import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import type { Registration } from '../store/registrations.ts'
import { notFound } from './message-routes.ts'
import { type PageRequest, readPageRequest } from './page.ts'
import { readRequest, type TwilioRequest } from './request.ts'

/** Messaging services, and the brands and campaigns (A2P 10DLC) that their numbers are registered with. */
export function registrationRoutes(app: FastifyInstance, context: SandboxContext): void {
  const urlOf = (path: string) => `${context.origin.get()}/twilio${path}`

  const renderList = (path: string, { page, pageSize }: PageRequest, key: string, items: object[], hasMore = false) => {
    const at = (index: number) => `${urlOf(path)}?PageSize=${pageSize}&Page=${index}`
    return {
      [key]: items,
      meta: {
        page,
        page_size: pageSize,
        first_page_url: at(0),
        previous_page_url: page === 0 ? null : at(page - 1),
        next_page_url: hasMore ? at(page + 1) : null,
        url: at(page),
        key,
      },
    }
  }

  const dates = ({ createdAt }: Registration) => {
    const at = new Date(createdAt).toISOString().replace(/\.\d+Z$/, 'Z')
    return { date_created: at, date_updated: at }
  }

  const findService = ({ account, parameter }: TwilioRequest, path: string) => {
    const registration = context.registrations.findByService(account.sid, parameter('serviceSid'))
    if (!registration) throw notFound(path)
    return registration
  }

  app.get('/v1/Services', async (request) => {
    const { account, query } = readRequest(context, request)
    const page = readPageRequest(query)
    const { pageSize } = page
    const rows = context.registrations.list({
      accountSid: account.sid,
      limit: pageSize + 1,
      offset: page.page * pageSize,
    })
    const services = rows.slice(0, pageSize).map((registration) => ({
      sid: registration.serviceSid,
      account_sid: registration.accountSid,
      friendly_name: 'Texts',
      ...dates(registration),
      us_app_to_person_registered: registration.campaignStatus === 'VERIFIED',
      usecase: 'mixed',
      url: urlOf(`/v1/Services/${registration.serviceSid}`),
    }))
    return renderList('/v1/Services', page, 'services', services, rows.length > pageSize)
  })

  app.get('/v1/Services/:serviceSid/PhoneNumbers', async (request) => {
    const twilio = readRequest(context, request)
    const path = `/v1/Services/${twilio.parameter('serviceSid')}/PhoneNumbers`
    const registration = findService(twilio, path)
    return renderList(path, readPageRequest(twilio.query), 'phone_numbers', [
      {
        sid: registration.numberSid,
        account_sid: registration.accountSid,
        service_sid: registration.serviceSid,
        ...dates(registration),
        phone_number: registration.phoneNumber,
        country_code: 'US',
        capabilities: ['SMS', 'MMS'],
        url: urlOf(`${path}/${registration.numberSid}`),
      },
    ])
  })

  app.get('/v1/Services/:serviceSid/Compliance/Usa2p', async (request) => {
    const twilio = readRequest(context, request)
    const path = `/v1/Services/${twilio.parameter('serviceSid')}/Compliance/Usa2p`
    const registration = findService(twilio, path)
    return renderList(path, readPageRequest(twilio.query), 'compliance', [
      {
        sid: registration.campaignSid,
        account_sid: registration.accountSid,
        brand_registration_sid: registration.brandSid,
        messaging_service_sid: registration.serviceSid,
        us_app_to_person_usecase: registration.useCase,
        campaign_status: registration.campaignStatus,
        rate_limits: {
          att: { mps: 75, msg_class: 'T' },
          tmobile: { brand_tier: registration.useCase === 'LOW_VOLUME' ? 'LOWER' : 'UPPER_MID' },
        },
        ...dates(registration),
        url: urlOf(`${path}/${registration.campaignSid}`),
        mock: true,
        errors: JSON.parse(registration.errors),
      },
    ])
  })

  app.get('/v1/a2p/BrandRegistrations/:brandSid', async (request) => {
    const { account, parameter } = readRequest(context, request)
    const path = `/v1/a2p/BrandRegistrations/${parameter('brandSid')}`
    const registration = context.registrations.findByBrand(account.sid, parameter('brandSid'))
    if (!registration) throw notFound(path)
    return {
      sid: registration.brandSid,
      account_sid: registration.accountSid,
      brand_type: 'STANDARD',
      status: registration.brandStatus,
      ...dates(registration),
      errors: [],
      mock: true,
      url: urlOf(path),
    }
  })
}
