import { APP_VERSION } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useSupportEmail } from '../lib/notices.ts'
import { useSession } from '../lib/session/session.ts'
import { ModalFrame } from '../ui/ModalFrame.tsx'
import { openModal } from '../ui/modals.ts'

export function HelpModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const email = useSupportEmail()
  const session = useSession()
  return (
    <ModalFrame onClose={onClose} title={t`Help and support`}>
      <Stack gap="sm">
        {email === null && (
          <Text size="sm">
            <Trans>The people who run this Frontdesk help you; they have told no address to write to.</Trans>
          </Text>
        )}
        {email && (
          <Text size="sm">
            <Trans>
              Write to{' '}
              <Anchor href={`mailto:${email}?subject=${encodeURIComponent(session?.tenantName ?? '')}`}>{email}</Anchor>
              . If something failed, add the number of the request that stands below the error.
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
