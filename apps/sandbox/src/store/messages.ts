import type { Database } from '../platform/database.ts'

export type MessageStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'received'
  | 'canceled'

export interface Message {
  id: number
  sid: string
  accountSid: string
  phone: string
  number: string
  direction: 'inbound' | 'outbound-api' | 'outbound-reply'
  body: string
  status: MessageStatus
  errorCode: number | null
  numSegments: number
  numMedia: number
  /** JSON array of the media URLs that the sender passed. */
  mediaUrls: string
  statusCallback: string | null
  /** Error code with which this message will end, decided on acceptance. */
  outcomeCode: number | null
  /** Due time of the next status; null once the status is final. */
  nextAt: number | null
  sentAt: number | null
  deletedAt: number | null
  createdAt: number
  updatedAt: number
}

export interface MessageFilter {
  accountSid: string
  from: string | null
  to: string | null
  sentFrom: number | null
  sentBefore: number | null
}

/** Keyset page: messages older than row id `before`, or newer than row id `after`. */
export interface MessagePage {
  before: number | null
  after: number | null
  limit: number
  offset: number
}

const FILTERED = `
  from messages
  where accountSid = $accountSid and deletedAt is null
    and ($from is null or case direction when 'inbound' then phone else number end = $from)
    and ($to is null or case direction when 'inbound' then number else phone end = $to)
    and ($sentFrom is null or sentAt >= $sentFrom)
    and ($sentBefore is null or sentAt < $sentBefore)`

export function messageStore(db: Database) {
  const insert = db.statement<Message>(
    `insert into messages (sid, accountSid, phone, number, direction, body, status, errorCode, numSegments, numMedia,
       mediaUrls, statusCallback, outcomeCode, nextAt, sentAt, createdAt, updatedAt)
     values ($sid, $accountSid, $phone, $number, $direction, $body, $status, null, $numSegments, $numMedia,
       $mediaUrls, $statusCallback, $outcomeCode, $nextAt, $sentAt, $createdAt, $createdAt)
     returning *`,
  )
  const advance = db.statement<Message>(
    `update messages set status = $status, errorCode = $errorCode, nextAt = $nextAt,
       sentAt = coalesce(sentAt, $sentAt), updatedAt = $now
     where id = $id and status = $expectedStatus
     returning *`,
  )
  const setNumMedia = db.statement('update messages set numMedia = $numMedia where id = $id')
  const redact = db.statement(`update messages set body = '', updatedAt = $now where id = $id`)
  const hide = db.statement('update messages set deletedAt = $now where id = $id')
  const find = db.statement<Message>(
    'select * from messages where sid = $sid and accountSid = $accountSid and deletedAt is null',
  )
  const findBySid = db.statement<Message>('select * from messages where sid = $sid')
  const older = db.statement<Message>(
    `select * ${FILTERED} and ($before is null or id < $before) order by id desc limit $limit offset $offset`,
  )
  const newer = db.statement<Message>(`select * ${FILTERED} and id > $after order by id limit $limit`)
  const listOfPhone = db.statement<Message>(
    `select * from messages
     where phone = $phone and ($number is null or number = $number) and ($before is null or id < $before)
     order by id desc limit $limit`,
  )
  const inFlight = db.statement<Message>('select * from messages where nextAt is not null order by nextAt')

  return {
    add: (message: Omit<Message, 'id' | 'errorCode' | 'updatedAt' | 'deletedAt'>): Message =>
      insert.getOrThrow({ ...message }),
    /** Compare-and-set on the status, so that a canceled message stays canceled. */
    advance: (change: {
      id: number
      expectedStatus: MessageStatus
      status: MessageStatus
      errorCode: number | null
      nextAt: number | null
      sentAt: number | null
      now: number
    }) => advance.get(change),
    setNumMedia: (id: number, numMedia: number) => void setNumMedia.run({ id, numMedia }),
    redact: (id: number, now: number) => void redact.run({ id, now }),
    /** Removes the message from the account's log; the phone keeps it. */
    hide: (id: number, now: number) => void hide.run({ id, now }),
    find: (accountSid: string, sid: string) => find.get({ accountSid, sid }),
    findBySid: (sid: string) => findBySid.get({ sid }),
    list({ accountSid, from, to, sentFrom, sentBefore }: MessageFilter, page: MessagePage): Message[] {
      const filter = { accountSid, from, to, sentFrom, sentBefore }
      if (page.after !== null) return newer.all({ ...filter, after: page.after, limit: page.limit }).reverse()
      return older.all({ ...filter, before: page.before, limit: page.limit, offset: page.offset })
    },
    /** Newest first. */
    listOfPhone: (phone: string, number: string | null, before: number | null, limit: number) =>
      listOfPhone.all({ phone, number, before, limit }),
    inFlight: () => inFlight.all(),
  }
}
