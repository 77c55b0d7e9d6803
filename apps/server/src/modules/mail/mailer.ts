/** An email as passed to the mail server. */
export interface OutgoingMail {
  /** Stable across attempts, so that mailboxes can detect duplicates. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  calendar: MailCalendar | null
  files: readonly MailFile[]
}

export interface MailFile {
  filename: string
  contentType: string
  content: Uint8Array
}

/** An iCalendar file that calendar apps act on. https://www.rfc-editor.org/rfc/rfc5546 */
export interface MailCalendar {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

/** Port for mail servers, implemented in `providers/`. */
export interface Mailer {
  /** The address that emails come from. */
  address: string
  /** Rejects with a `MailError`. */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

export class MailError extends Error {
  /** The server rejected the email permanently; a retry is pointless. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
