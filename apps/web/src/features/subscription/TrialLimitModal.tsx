import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useSubscription } from '../../lib/subscription.ts'
import { ModalFrame } from '../../ui/ModalFrame.tsx'
import { ContactLink } from './ContactLink.tsx'

/** The trial is over within days: said once, while there is time to do something about it. */
export function TrialLimitModal({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const state = useSubscription()
  const end = state?.subscription.currentPeriodEnd
  return (
    <ModalFrame onClose={onClose} title={t`Your trial is about to end`}>
      <Stack gap="sm">
        <Text size="sm">
          {end ? (
            <Trans>
              It runs until {i18n.date(end, { dateStyle: 'full' })}. After that your business needs a plan to answer its
              contacts; nothing is deleted.
            </Trans>
          ) : (
            <Trans>After that your business needs a plan to answer its contacts; nothing is deleted.</Trans>
          )}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <ContactLink subject={t`A plan after our trial`} />
        </Group>
      </Stack>
    </ModalFrame>
  )
}
