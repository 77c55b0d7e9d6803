import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { letter, type Mailer } from '../mail/index.ts'
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

/** Passes on to whoever runs this Frontdesk that somebody wants to be shown around. */
export async function requestDemo(
  { database, limits }: AccountDeps,
  address: string,
  request: DemoRequest,
): Promise<void> {
  await limits.countLinkMail(request.email, address)
  const spec = [{ identifier: PASS_ON_DEMO_REQUEST, payload: { ...request, id: newId() }, maxAttempts: 18 }]
  await sql`select jobs.enqueue(${JSON.stringify(spec)}::jsonb)`.execute(database.directory)
}

/** Belongs to no business, so it goes past the mails table; run twice, its Message-ID is the same. */
export const passOnDemoRequest = defineJob({
  name: PASS_ON_DEMO_REQUEST,
  lane: 'mail',
  payload: DemoRequest.extend({ id: z.uuid() }),
  run: async (
    { mailer, signUp }: { mailer: Mailer } & Pick<AccountDeps, 'signUp'>,
    { id, firstName, lastName, businessName, email, phoneNumber, text },
  ) => {
    const mail = letter({
      subject: `Demo for ${businessName}`,
      heading: `${businessName} requested a demo`,
      lines: text ? [text] : ['They didn’t add a message.'],
      facts: [
        { label: 'Name', value: `${firstName} ${lastName}`.trim() },
        { label: 'Email', value: email },
        ...(phoneNumber ? [{ label: 'Phone', value: phoneNumber }] : []),
      ],
    })
    await mailer.send({ messageId: id, to: signUp.contactEmail, ...mail })
  },
})
