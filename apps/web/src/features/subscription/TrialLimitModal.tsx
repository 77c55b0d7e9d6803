import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { ModalFrame } from '../../ui/ModalFrame.tsx'

/** The trial ran out while somebody was at work: says why they are taken to another page. */
export function TrialLimitModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ModalFrame onClose={onClose} title={t`Your trial has ended`}>
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            That’s why you left the page you were on. Drafts and conversations are saved, and new texts still arrive.
            Choose a plan to continue.
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
