import { APP_VERSION, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useSupportEmail } from '../../entities/notice/queries.ts'
import { useOwnerNames } from '../../entities/teammate/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { openModal } from '../../ui/modal/modals.ts'

export function HelpModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const email = useSupportEmail()
  const session = useSession()
  const me = useMe()
  const owners = useOwnerNames()
  const isOwner = me.role === 'Owner'
  return (
    <ModalFrame onClose={onClose} title={t`Help and support`}>
      <Stack gap="sm">
        {!isOwner && owners !== '' && (
          <Text size="sm">
            <Trans>For access, roles, or anything about your business in Frontdesk, ask {owners}.</Trans>
          </Text>
        )}
        <Text size="sm">
          {email ? (
            <Trans>
              For problems with Frontdesk itself, email{' '}
              <Anchor href={`mailto:${email}?subject=${encodeURIComponent(session?.tenantName ?? '')}`}>{email}</Anchor>
              . If something failed, include the request number shown below the error.
            </Trans>
          ) : (
            <Trans>
              For problems with Frontdesk itself, contact your Frontdesk administrator for help. If something failed,
              include the request number shown below the error.
            </Trans>
          )}
        </Text>
        {can(me, 'admin_manage_settings') && (
          <Text size="sm">
            <Trans>
              Connecting another system? Read the{' '}
              <Anchor href="/api/docs" target="_blank" rel="noreferrer">
                API reference
              </Anchor>
              .
            </Trans>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <Trans>Version {APP_VERSION}</Trans>
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => openModal('keyboard-shortcuts')}>
            <Trans>Keyboard shortcuts</Trans>
          </Button>
          <Button data-autofocus onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </ModalFrame>
  )
}
