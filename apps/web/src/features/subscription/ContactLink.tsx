import { can } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSupportEmail } from '../../entities/notice/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'

/** Until plans can be bought here they are agreed by email; without an address it says who to contact. */
export function ContactLink({ subject }: { subject: string }) {
  const email = useSupportEmail()
  const session = useSession()
  if (!email) {
    return (
      <Text size="sm">
        <Trans>Contact your Frontdesk administrator to choose a plan.</Trans>
      </Text>
    )
  }
  const about = session ? `${subject}: ${session.tenantName}` : subject
  return (
    <Button
      component="a"
      href={`mailto:${email}?subject=${encodeURIComponent(about)}`}
      leftSection={<IconMail size={16} />}
    >
      <Trans>Email {email}</Trans>
    </Button>
  )
}

/** The link in a dialog about the plan: to the Plan page, or to an owner who may open it. */
export function PlanLink({ onOpen }: { onOpen: () => void }) {
  const me = useMe()
  if (!can(me, 'admin_manage_settings')) {
    return (
      <Text size="sm">
        <Trans>Ask an owner of your business about a plan.</Trans>
      </Text>
    )
  }
  return (
    <Button component={Link} to="/settings/billing-and-plans" onClick={onOpen}>
      <Trans>See plans</Trans>
    </Button>
  )
}
