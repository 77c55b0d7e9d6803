import type { Database } from '../platform/database.ts'

export const LINE_TYPES = [
  'mobile',
  'landline',
  'fixedVoip',
  'nonFixedVoip',
  'tollFree',
  'personal',
  'premium',
  'sharedCost',
  'uan',
  'voicemail',
  'pager',
  'unknown',
] as const
export type LineType = (typeof LINE_TYPES)[number]

/** A contact's phone. */
export interface Phone {
  phone: string
  name: string
  lineType: LineType
  lastMessageId: number
  createdAt: number
}

interface LastMessage {
  lastBody: string | null
  lastAt: number | null
  lastNumMedia: number | null
  lastDirection: string | null
}

const isNumber = (search: string) => /^[\d\s()+.-]*$/.test(search)

export function phoneStore(db: Database) {
  const add = db.statement(
    `insert into phones (phone, name, lineType, createdAt) values ($phone, $name, $lineType, $createdAt)
     on conflict (phone) do nothing`,
  )
  const save = db.statement<Phone>(
    `insert into phones (phone, name, lineType, createdAt) values ($phone, $name, $lineType, $createdAt)
     on conflict (phone) do update set name = excluded.name, lineType = excluded.lineType
     returning *`,
  )
  const touch = db.statement('update phones set lastMessageId = $messageId where phone = $phone')
  const find = db.statement<Phone>('select * from phones where phone = $phone')
  const list = db.statement<Phone & LastMessage>(
    `select phones.*, messages.body as lastBody, messages.createdAt as lastAt, messages.numMedia as lastNumMedia,
       messages.direction as lastDirection
     from phones left join messages on messages.id = phones.lastMessageId
     where $search = '' or instr(lower(phones.name), $search) > 0 or $digits <> '' and instr(phones.phone, $digits) > 0
     order by phones.lastMessageId desc, phones.createdAt desc limit $limit`,
  )

  return {
    /** Inserts a phone unless it exists. Returns whether it was new. */
    add: (phone: string, createdAt: number) => add.run({ phone, name: '', lineType: 'mobile', createdAt }) > 0,
    save: (phone: Pick<Phone, 'phone' | 'name' | 'lineType' | 'createdAt'>) =>
      save.getOrThrow({ phone: phone.phone, name: phone.name, lineType: phone.lineType, createdAt: phone.createdAt }),
    touch: (phone: string, messageId: number) => void touch.run({ phone, messageId }),
    find: (phone: string) => find.get({ phone }),
    /** Finds phones by a part of the name or of the number, which may be formatted as `(212) 555-0150`. */
    list: (search: string, limit: number) =>
      list.all({ search: search.toLowerCase(), digits: isNumber(search) ? search.replace(/\D/g, '') : '', limit }),
  }
}
