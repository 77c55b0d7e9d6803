import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { type Mailer, renderEmail } from '../mail/index.ts'
import type { AccountDeps } from './deps.ts'

const PASS_ON_DEMO_REQUEST = 'pass-on-demo-request'

const DemoRequest = z.object({
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  text: z.string(),
})
type DemoRequest = z.infer<typeof DemoRequest>

/** Queues an email to this installation's contact address about a request for a demo. */
export async function requestDemo(
  { database, limits }: AccountDeps,
  address: string,
  request: DemoRequest,
): Promise<void> {
  await limits.countLinkMail(request.email, address)
  const spec = [{ identifier: PASS_ON_DEMO_REQUEST, payload: { ...request, id: newId() }, maxAttempts: 18 }]
  await sql`select jobs.enqueue(${JSON.stringify(spec)}::jsonb)`.execute(database.directory)
}

/** Sends directly, because `mails` rows belong to a tenant. The Message-ID is stable, so running twice is safe. */
export const passOnDemoRequest = defineJob({
  name: PASS_ON_DEMO_REQUEST,
  lane: 'mail',
  payload: DemoRequest.extend({ id: z.uuid() }),
  run: async (
    { mailer, signUp }: { mailer: Mailer } & Pick<AccountDeps, 'signUp'>,
    { id, firstName, lastName, businessName, email, phoneNumber, text },
  ) => {
    const mail = renderEmail({
      subject: `Demo for ${businessName}`,
      heading: `${businessName} requested a demo`,
      lines: text ? [text] : ['They didn’t add a message.'],
      details: [
        { label: 'Name', value: `${firstName} ${lastName}`.trim() },
        { label: 'Email', value: email },
        ...(phoneNumber ? [{ label: 'Phone', value: phoneNumber }] : []),
      ],
    })
    await mailer.send({ messageId: id, to: signUp.contactEmail, ...mail, calendar: null, files: [] })
  },
})
