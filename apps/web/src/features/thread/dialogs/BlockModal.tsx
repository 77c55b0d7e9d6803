import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { numbersOf } from '../../../entities/conversation/number-pairs.ts'
import { useConversationActions } from '../../../entities/conversation/use-conversation-actions.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'

interface Props {
  conversation: Conversation
  /** Whether it blocks or unblocks. */
  isBlocking: boolean
  onClose: () => void
}

/** Numbers of a merged conversation to block or unblock: all of them unless chosen otherwise. */
export function BlockModal({ conversation, isBlocking, onClose }: Props) {
  const { t } = useLingui()
  const { block, unblock } = useConversationActions(conversation.sid)
  const [numbers] = useState(() => numbersOf(conversation).filter(({ isBlocked }) => isBlocked !== isBlocking))
  const form = useApiForm({
    initial: { numbers: numbers.map(({ phoneNumber }) => phoneNumber) },
    save: (values) => (isBlocking ? block(values.numbers) : unblock(values.numbers)),
  })
  const chosen = form.values.numbers
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  return (
    <FormModal
      title={isBlocking ? t`Block ${name}?` : t`Unblock ${name}?`}
      submitLabel={
        isBlocking
          ? chosen.length > 1
            ? t`Block numbers`
            : t`Block number`
          : chosen.length > 1
            ? t`Unblock numbers`
            : t`Unblock number`
      }
      isDestructive={isBlocking}
      isDisabled={chosen.length === 0}
      form={form}
      onClose={onClose}
    >
      {(numbers.length > 1 || conversation.merged) && (
        <Checkbox.Group label={t`Which numbers?`} {...form.control('numbers')}>
          <Stack gap={10} mt={8} mb="sm">
            {numbers.map((each) => (
              <Checkbox
                key={each.phoneNumber}
                value={each.phoneNumber}
                label={phoneText(each.phoneNumber)}
                description={each.name || undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Text size="sm">
        {isBlocking ? (
          conversation.merged ? (
            <Trans>
              You can’t text blocked numbers, and their texts arrive silently. You can unblock them at any time.
            </Trans>
          ) : (
            <Trans>
              You can’t text {phoneText(conversation.phoneNumber)} while it’s blocked, and its texts arrive silently.
              You can unblock it at any time.
            </Trans>
          )
        ) : (
          <Trans>You can text this contact again, and you’ll be notified about new texts.</Trans>
        )}
      </Text>
    </FormModal>
  )
}
