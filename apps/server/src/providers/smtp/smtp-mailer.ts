import { createTransport, type Transporter } from 'nodemailer'
import { MailError, type Mailer } from '../../modules/mail/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { errorCode, readProperty } from '../../platform/read-property.ts'

const TIMEOUT_MS = 15_000
const MAX_PAUSE_MS = 15_000
/** https://nodemailer.com/errors */
const UNREACHABLE_CODES = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT'])

export interface SmtpOptions {
  /** A function, because the sandbox's address is known only once it listens. */
  url: () => string | null
  from: string
  breakers: HostBreakers
}

/** Sends email by SMTP. Rejects with `HostUnavailable` while the breaker of the server is open. */
export function createSmtpMailer({ url, from, breakers }: SmtpOptions): Mailer {
  let current: { url: string; transport: Transporter } | null = null
  const getTransport = (address: string) => {
    if (current?.url === address) return current.transport
    current?.transport.close()
    const transport = createTransport({
      url: address,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: 2 * TIMEOUT_MS,
    })
    current = { url: address, transport }
    return transport
  }
  return {
    address: addressOf(from),
    send: async ({ messageId, to, subject, text, html, calendar, files }) => {
      const address = url()
      if (!address) throw new MailError('No mail server is configured: SMTP_URL is empty.', false)
      try {
        await breakers.call(
          new URL(address).host,
          () =>
            getTransport(address).sendMail({
              from,
              to: { name: '', address: to },
              subject,
              text,
              html,
              ...(calendar && {
                icalEvent: { method: calendar.method, content: calendar.content, filename: 'visit.ics' },
              }),
              attachments: files.map(({ filename, contentType, content }) => ({
                ...{ filename, contentType, content: Buffer.from(content) },
              })),
              messageId: `<${messageId}@${hostOf(from)}>`,
              headers: { 'Auto-Submitted': 'auto-generated' },
              disableFileAccess: true,
              disableUrlAccess: true,
            }),
          {
            isHostFault: (error) => UNREACHABLE_CODES.has(errorCode(error)),
            maxPauseMs: MAX_PAUSE_MS,
          },
        )
      } catch (error) {
        if (error instanceof HostUnavailable) throw error
        const response = readProperty(error, 'response') ?? readProperty(error, 'message')
        throw new MailError(String(response), Number(readProperty(error, 'responseCode')) >= 500)
      }
    },
    close: () => current?.transport.close(),
  }
}

/** The address in a header such as `Frontdesk <frontdesk@example.com>`. */
const addressOf = (from: string) => /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? from

const hostOf = (from: string) => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
