import { createTransport, type Transporter } from 'nodemailer'
import { MailError, type Mailer } from '../../modules/mail/index.ts'

interface SmtpFailure extends Error {
  responseCode?: number
  response?: string
}

const TIMEOUT_MS = 15_000

/** Mail by SMTP. The address is a function, because a sandbox knows its own only once it listens. */
export function createSmtpMailer({ url, from }: { url: () => string | null; from: string }): Mailer {
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
        await transportTo(address).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}@${hostOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        const { responseCode = 0, response, message } = error as SmtpFailure
        throw new MailError(response ?? message, responseCode >= 500)
      }
    },
    close: () => open?.transport.close(),
  }
}

const hostOf = (from: string) => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
