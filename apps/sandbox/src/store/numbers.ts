import type { Database } from '../platform/database.ts'

export interface BusinessNumber {
  sid: string
  accountSid: string
  phoneNumber: string
  friendlyName: string
  smsUrl: string
  smsMethod: string
  smsFallbackUrl: string
  smsFallbackMethod: string
  voiceUrl: string | null
  voiceMethod: string
  statusCallback: string
  statusCallbackMethod: string
  createdAt: number
  updatedAt: number
}

export function numberStore(db: Database) {
  const insert = db.statement(
    `insert into numbers (sid, accountSid, phoneNumber, friendlyName, smsUrl, smsMethod, smsFallbackUrl, smsFallbackMethod,
       voiceUrl, voiceMethod, statusCallback, statusCallbackMethod, createdAt, updatedAt)
     values ($sid, $accountSid, $phoneNumber, $friendlyName, $smsUrl, $smsMethod, $smsFallbackUrl, $smsFallbackMethod,
       $voiceUrl, $voiceMethod, $statusCallback, $statusCallbackMethod, $createdAt, $updatedAt)`,
  )
  const update = db.statement(
    `update numbers set friendlyName = $friendlyName, smsUrl = $smsUrl, smsMethod = $smsMethod,
       smsFallbackUrl = $smsFallbackUrl, smsFallbackMethod = $smsFallbackMethod, voiceUrl = $voiceUrl,
       voiceMethod = $voiceMethod, statusCallback = $statusCallback, statusCallbackMethod = $statusCallbackMethod,
       updatedAt = $updatedAt
     where sid = $sid`,
  )
  const remove = db.statement('delete from numbers where sid = $sid')
  const find = db.statement<BusinessNumber>('select * from numbers where sid = $sid and accountSid = $accountSid')
  const findByPhoneNumber = db.statement<BusinessNumber>('select * from numbers where phoneNumber = $phoneNumber')
  const list = db.statement<BusinessNumber>(
    `select * from numbers
     where accountSid = $accountSid and ($phoneNumber is null or phoneNumber = $phoneNumber)
       and ($friendlyName is null or friendlyName = $friendlyName)
     order by createdAt desc, sid limit $limit offset $offset`,
  )
  const listAll = db.statement<BusinessNumber & { accountName: string }>(
    `select numbers.*, accounts.friendlyName as accountName
     from numbers join accounts on accounts.sid = numbers.accountSid
     order by accounts.friendlyName, numbers.createdAt, numbers.sid`,
  )

  return {
    add: (number: BusinessNumber) => void insert.run({ ...number }),
    save: ({ accountSid, phoneNumber, createdAt, ...changed }: BusinessNumber) => void update.run(changed),
    remove: (sid: string) => void remove.run({ sid }),
    find: (accountSid: string, sid: string) => find.get({ accountSid, sid }),
    findByPhoneNumber: (phoneNumber: string) => findByPhoneNumber.get({ phoneNumber }),
    list: (filter: {
      accountSid: string
      phoneNumber: string | null
      friendlyName: string | null
      limit: number
      offset: number
    }) => list.all(filter),
    listAll: () => listAll.all(),
  }
}
