import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'

interface Props {
  version: string
  isForced: boolean
  onClose: () => void
}

/** Shown when a newer version is available. Drafts are kept on the device, so reloading loses nothing. */
export function AppUpdateModal({ version, isForced, onClose }: Props) {
  const { t } = useLingui()
  return (
    <ModalFrame onClose={onClose} isForced={isForced} title={t`A new version is available`}>
      <Stack gap="sm">
        <Text size="sm">
          {isForced ? (
            <Trans>
              This page is too old to keep working. Reload to get version {version}. Anything you’ve written is kept.
            </Trans>
          ) : (
            <Trans>Reload to get version {version}. Anything you’ve written is kept.</Trans>
          )}
        </Text>
        <Group justify="flex-end" gap="xs">
          {!isForced && (
            <Button variant="default" onClick={onClose}>
              <Trans>Later</Trans>
            </Button>
          )}
          <Button data-autofocus onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </Group>
      </Stack>
    </ModalFrame>
  )
}
