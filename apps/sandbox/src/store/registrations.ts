import type { Database } from '../platform/database.ts'

export const BRAND_STATUSES = ['PENDING', 'IN_REVIEW', 'APPROVED', 'FAILED', 'SUSPENDED'] as const
export const CAMPAIGN_STATUSES = ['PENDING', 'IN_PROGRESS', 'VERIFIED', 'FAILED', 'SUSPENDED'] as const

/** A number's registration with US carriers (A2P 10DLC): a messaging service of its own with a brand and a campaign. */
export interface Registration {
  serviceSid: string
  accountSid: string
  numberSid: string
  brandSid: string
  brandStatus: (typeof BRAND_STATUSES)[number]
  campaignSid: string
  campaignStatus: (typeof CAMPAIGN_STATUSES)[number]
  useCase: string
  /** JSON, as in Twilio's responses. */
  errors: string
  createdAt: number
}

export function registrationStore(db: Database) {
  const insert = db.statement(
    `insert into registrations (serviceSid, accountSid, numberSid, brandSid, brandStatus, campaignSid, campaignStatus, useCase,
       errors, createdAt)
     values ($serviceSid, $accountSid, $numberSid, $brandSid, $brandStatus, $campaignSid, $campaignStatus, $useCase, $errors,
       $createdAt)`,
  )
  const remove = db.statement('delete from registrations where numberSid = $numberSid')
  const list = db.statement<Registration>(
    `select * from registrations where accountSid = $accountSid order by createdAt, serviceSid limit $limit offset $offset`,
  )
  const findByService = db.statement<Registration & { phoneNumber: string }>(
    `select registrations.*, numbers.phoneNumber from registrations join numbers on numbers.sid = registrations.numberSid
     where serviceSid = $serviceSid and registrations.accountSid = $accountSid`,
  )
  const findByBrand = db.statement<Registration>(
    'select * from registrations where brandSid = $brandSid and accountSid = $accountSid',
  )

  return {
    replace(registration: Registration): void {
      remove.run({ numberSid: registration.numberSid })
      insert.run({ ...registration })
    },
    list: (filter: { accountSid: string; limit: number; offset: number }) => list.all(filter),
    findByService: (accountSid: string, serviceSid: string) => findByService.get({ accountSid, serviceSid }),
    findByBrand: (accountSid: string, brandSid: string) => findByBrand.get({ accountSid, brandSid }),
  }
}
