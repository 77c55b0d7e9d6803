import type { TrialGated } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useSubscription } from '../../lib/subscription.ts'
import { ModalFrame } from '../../ui/ModalFrame.tsx'
import { ContactLink } from './ContactLink.tsx'

const FEATURES: Record<TrialGated, MessageDescriptor> = {
  import: msg`Importing contacts comes with every plan; a trial does not include it.`,
  export: msg`Exports come with every plan; a trial does not include them.`,
  'review-invite': msg`Review invites come with every plan; a trial does not include them.`,
  voicemail: msg`Voicemail comes with every plan; a trial does not include it.`,
  attachment: msg`Pictures and files in texts come with every plan; a trial does not include them.`,
  call: msg`Calls come with every plan; a trial does not include them.`,
}

/** Stands in place of what a trial does not include (spec section 4). */
export function UpgradeModal({ feature, onClose }: { feature: TrialGated; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const end = useSubscription()?.subscription.currentPeriodEnd
  return (
    <ModalFrame onClose={onClose} title={t`Upgrade to use this`}>
      <Stack gap="sm">
        <Text size="sm">{i18n._(FEATURES[feature])}</Text>
        {end && (
          <Text size="sm" c="dimmed">
            <Trans>Your trial runs until {i18n.date(end, { dateStyle: 'long' })}.</Trans>
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <ContactLink subject={t`A plan for our business`} />
        </Group>
      </Stack>
    </ModalFrame>
  )
}
