import type { TrialGated } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { fullDate } from '../../lib/time.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { PlanLink } from './ContactLink.tsx'

const FEATURES: Record<TrialGated, MessageDescriptor> = {
  import: msg`Importing contacts isn’t part of the trial. Every plan includes it.`,
  export: msg`Exports aren’t part of the trial. Every plan includes them.`,
  'review-invite': msg`Review invites aren’t part of the trial. Every plan includes them.`,
  voicemail: msg`Voicemail isn’t part of the trial. Every plan includes it.`,
  attachment: msg`Pictures and files in texts aren’t part of the trial. Every plan includes them.`,
  call: msg`Calls aren’t part of the trial. Every plan includes them.`,
}

/** Opens instead of a feature that a trial does not include. */
export function UpgradeModal({ feature, onClose }: { feature: TrialGated; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const end = useSubscription()?.subscription.currentPeriodEnd
  return (
    <ModalFrame onClose={onClose} title={t`Upgrade to use this`}>
      <Stack gap="sm">
        <Text size="sm">{i18n._(FEATURES[feature])}</Text>
        {end && (
          <Text size="sm" c="dimmed">
            <Trans>Your trial ends on {fullDate(end)}.</Trans>
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <PlanLink onOpen={onClose} />
        </Group>
      </Stack>
    </ModalFrame>
  )
}
