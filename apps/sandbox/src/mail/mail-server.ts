import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SandboxContext } from '../platform/context.ts'
import { UNSCOPED } from '../store/faults.ts'

const MAX_BYTES = 25_000_000

export interface MailServer {
  listen(port: number): Promise<string>
  close(): Promise<void>
}

class SmtpError extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** SMTP server that stores every email and relays none. */
export function createMailServer(context: SandboxContext): MailServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    banner: 'Frontdesk sandbox',
    size: MAX_BYTES,
    logger: false,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'sandbox' }),
    onRcptTo: (_address, _session, callback) => {
      const fault = context.faults.consume('fail-mail', UNSCOPED)
      callback(fault ? new SmtpError(fault.code ?? 451, 'Rejected by a sandbox fault') : null)
    },
    onData: (stream, session, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('error', callback)
      stream.on('end', () => {
        if (stream.sizeExceeded) return callback(new SmtpError(552, 'Message size exceeds the limit'))
        void store(Buffer.concat(parts), session.envelope).then(() => callback(null), callback)
      })
    },
  })
  server.on('error', () => {})

  async function store(raw: Buffer, envelope: { rcptTo: { address: string }[] }): Promise<void> {
    const { messageId, from, subject, text, html, attachments } = await PostalMime.parse(raw, {
      attachmentEncoding: 'utf8',
    })
    const mail = context.mails.add({
      messageId: messageId ?? '',
      sender: from?.address ?? '',
      to: envelope.rcptTo.map(({ address }) => address),
      subject: subject ?? '',
      text: text ?? '',
      html: html ?? null,
      attachments: attachments.map(({ filename, mimeType, method, content }) => ({
        filename: filename ?? 'attachment',
        contentType: method ? `${mimeType}; method=${method}` : mimeType,
        content: String(content),
      })),
      createdAt: context.now(),
    })
    context.events.publish(() => ({ type: 'mail', mail }))
  }

  let isOpen = false
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          isOpen = true
          server.server.off('error', reject)
          const address = server.server.address()
          resolve(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
        })
      }),
    close: () => new Promise((resolve) => (isOpen ? server.close(() => resolve()) : resolve())),
  }
}
