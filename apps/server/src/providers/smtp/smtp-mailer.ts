import { createTransport, type Transporter } from 'nodemailer'
import { MailError, type Mailer } from '../../modules/mail/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'

interface SmtpFailure extends Error {
  code?: string
  responseCode?: number
  response?: string
}

const TIMEOUT_MS = 15_000
const LONGEST_PAUSE_MS = 15_000
/** https://nodemailer.com/errors */
const NOT_REACHED = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT'])

export interface SmtpOptions {
  /** A function, because a sandbox knows its own address only once it listens. */
  url: () => string | null
  from: string
  breakers: HostBreakers
}

/** Mail by SMTP. Rejects with `HostUnavailable` while the breaker of the server is open. */
export function createSmtpMailer({ url, from, breakers }: SmtpOptions): Mailer {
  let open: { url: string; transport: Transporter } | null = null
  const transportTo = (address: string) => {
    if (open?.url === address) return open.transport
    open?.transport.close()
    const transport = createTransport({
      url: address,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: 2 * TIMEOUT_MS,
    })
    open = { url: address, transport }
    return transport
  }
  return {
    send: async ({ messageId, to, subject, text, html }) => {
      const address = url()
      if (!address) throw new MailError('No mail server is set up: SMTP_URL is empty.', false)
      try {
        await breakers.call(
          new URL(address).host,
          () =>
            transportTo(address).sendMail({
              from,
              to: { name: '', address: to },
              subject,
              text,
              html,
              messageId: `<${messageId}@${hostOf(from)}>`,
              headers: { 'Auto-Submitted': 'auto-generated' },
              disableFileAccess: true,
              disableUrlAccess: true,
            }),
          {
            isHostFault: (error) => NOT_REACHED.has((error as SmtpFailure).code ?? ''),
            longestPauseMs: LONGEST_PAUSE_MS,
          },
        )
      } catch (error) {
        if (error instanceof HostUnavailable) throw error
        const { responseCode = 0, response, message } = error as SmtpFailure
        throw new MailError(response ?? message, responseCode >= 500)
      }
    },
    close: () => open?.transport.close(),
  }
}

const hostOf = (from: string) => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
