/** One mail as it goes to the mail server. */
export interface OutgoingMail {
  /** The same for every attempt, so that a mailbox can tell a repeated one. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
}

/** What stands between us and mail servers. */
export interface Mailer {
  /** Rejects with a `MailError`. */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

export class MailError extends Error {
  /** The server has said no for good; asking again changes nothing. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
