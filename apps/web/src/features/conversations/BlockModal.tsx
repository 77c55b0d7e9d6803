import type { Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { numbersOf } from './pairs.ts'
import { useConversationActions } from './use-conversation-actions.ts'

interface Props {
  conversation: Conversation
  /** Blocking, or lifting blocks. */
  isBlocking: boolean
  onClose: () => void
}

/** Which numbers of the thread: all of them, unless somebody says otherwise. */
export function BlockModal({ conversation, isBlocking, onClose }: Props) {
  const { t } = useLingui()
  const { setBlocked } = useConversationActions(conversation.sid)
  const [numbers] = useState(() => numbersOf(conversation).filter(({ isBlocked }) => isBlocked !== isBlocking))
  const [chosen, setChosen] = useState(() => numbers.map(({ phoneNumber }) => phoneNumber))
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
      save={() => setBlocked(isBlocking, chosen)}
      onClose={onClose}
    >
      {(numbers.length > 1 || conversation.merged) && (
        <Checkbox.Group value={chosen} onChange={setChosen} label={t`Which numbers`}>
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
              Nothing is sent to a blocked number any more, and its texts arrive without a sound. They are kept, and you
              can unblock it at any time.
            </Trans>
          ) : (
            <Trans>
              Nothing is sent to {phoneText(conversation.phoneNumber)} any more, and its texts arrive without a sound.
              They are kept, and you can unblock the number at any time.
            </Trans>
          )
        ) : (
          <Trans>An unblocked number can be written to again, and its next texts are unread.</Trans>
        )}
      </Text>
    </FormModal>
  )
}
