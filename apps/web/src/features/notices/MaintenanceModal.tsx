import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'

interface Props {
  startsAt: string
  endsAt: string
  message: string
  onClose: () => void
}

export function MaintenanceModal({ startsAt, endsAt, message, onClose }: Props) {
  const { t, i18n } = useLingui()
  const when = (instant: string) => i18n.date(instant, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <ModalFrame onClose={onClose} title={t`Scheduled maintenance`}>
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            Frontdesk won’t be available from {when(startsAt)} to {when(endsAt)}. Texts that arrive in the meantime will
            show up afterward.
          </Trans>
        </Text>
        {message && <Text size="sm">{message}</Text>}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            <Trans>Got it</Trans>
          </Button>
        </Group>
      </Stack>
    </ModalFrame>
  )
}
