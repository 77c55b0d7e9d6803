import type { Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useConversationActions } from './use-conversation-actions.ts'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function BlockModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const { run } = useConversationActions(conversation.sid)
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  return (
    <FormModal
      title={t`Block ${name}?`}
      submitLabel={t`Block number`}
      isDestructive
      save={() => run('block')}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Nothing is sent to {phoneText(conversation.phoneNumber)} any more, and its texts arrive without a sound. They
          are kept, and you can unblock the number at any time.
        </Trans>
      </Text>
    </FormModal>
  )
}
