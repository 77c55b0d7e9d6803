import type { Database } from '../platform/database.ts'

export interface ListedMail {
  id: number
  messageId: string
  from: string
  to: string[]
  subject: string
  createdAt: string
}

/** An attached text, such as a calendar file. */
export interface Attachment {
  filename: string
  contentType: string
  content: string
}

export interface Mail extends ListedMail {
  text: string
  html: string | null
  attachments: Attachment[]
}

interface Row {
  id: number
  messageId: string
  sender: string
  recipients: string
  subject: string
  text: string
  html: string | null
  createdAt: number
}

const toListed = ({ id, messageId, sender, recipients, subject, createdAt }: Row): ListedMail => ({
  id,
  messageId,
  from: sender,
  to: JSON.parse(recipients),
  subject,
  createdAt: new Date(createdAt).toISOString(),
})

const MAX_LISTED = 200

export function mailStore(db: Database) {
  const insert = db.statement<Row>(
    `insert into mails (messageId, sender, recipients, subject, text, html, createdAt)
     values ($messageId, $sender, $recipients, $subject, $text, $html, $createdAt) returning *`,
  )
  const insertRecipient = db.statement(
    'insert or ignore into mail_recipients (address, mailId) values ($address, $mailId)',
  )
  const newest = db.statement<Row>(`select * from mails order by id desc limit ${MAX_LISTED}`)
  const newestTo = db.statement<Row>(
    `select mails.* from mail_recipients join mails on mails.id = mailId where address = $address
     order by mailId desc limit ${MAX_LISTED}`,
  )
  const find = db.statement<Row>('select * from mails where id = $id')
  const insertAttachment = db.statement(
    `insert into mail_attachments (mailId, position, filename, contentType, content)
     values ($mailId, $position, $filename, $contentType, $content)`,
  )
  const attachmentsOf = db.statement<Attachment>(
    'select filename, contentType, content from mail_attachments where mailId = $mailId order by position',
  )
  const toMail = (row: Row): Mail => ({
    ...toListed(row),
    text: row.text,
    html: row.html,
    attachments: attachmentsOf.all({ mailId: row.id }),
  })

  return {
    add: (mail: Omit<Row, 'id' | 'recipients'> & { to: string[]; attachments: Attachment[] }): ListedMail =>
      db.transaction(() => {
        const { to, attachments, ...rest } = mail
        const row = insert.getOrThrow({ ...rest, recipients: JSON.stringify(to) })
        for (const recipient of to) insertRecipient.run({ address: recipient.toLowerCase(), mailId: row.id })
        for (const [position, attachment] of attachments.entries())
          insertAttachment.run({ mailId: row.id, position, ...attachment })
        return toListed(row)
      }),
    /** Newest first. */
    list: (to: string | undefined): Mail[] =>
      (to ? newestTo.all({ address: to.toLowerCase() }) : newest.all()).map(toMail),
    find: (id: number): Mail | undefined => {
      const row = find.get({ id })
      return row && toMail(row)
    },
  }
}
