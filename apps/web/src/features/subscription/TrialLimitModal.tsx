import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'

/** Shown when the trial ends during a session, before leaving for the expired page. */
export function TrialLimitModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ModalFrame onClose={onClose} title={t`Your trial has ended`}>
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            You need a plan to keep working. Drafts and conversations are saved, and new texts still arrive.
          </Trans>
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            <Trans>Continue</Trans>
          </Button>
        </Group>
      </Stack>
    </ModalFrame>
  )
}
