import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useSupportEmail } from '../../lib/notices.ts'
import { useSession } from '../../lib/session/session.ts'

/** Plans are agreed by mail until they can be bought here. */
export function ContactLink({ subject }: { subject: string }) {
  const email = useSupportEmail()
  const session = useSession()
  if (!email) return null
  const about = session ? `${subject}: ${session.tenantName}` : subject
  return (
    <Button
      component="a"
      href={`mailto:${email}?subject=${encodeURIComponent(about)}`}
      leftSection={<IconMail size={16} />}
    >
      <Trans>Write to {email}</Trans>
    </Button>
  )
}
