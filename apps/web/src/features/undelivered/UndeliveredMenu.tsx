import type { Conversation, Message } from '@frontdesk/contract/api'
import type { DeliveryReason } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { drafts } from '../../entities/draft/drafts.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { useCall } from '../../entities/subscription/use-call.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { contactName } from './contact-name.ts'

/** Reasons that another sending number cannot fix: they concern the contact's number. */
const ABOUT_CONTACT: readonly DeliveryReason[] = ['opted-out', 'landline', 'invalid-number', 'unreachable']

interface Props {
  message: Message
  conversation: Conversation
  onOpen: (sid: string) => void
}

/** Calls the contact, or opens the conversation over another number of ours with the text ready to be sent. */
export function UndeliveredMenu({ message, conversation, onOpen }: Props) {
  const { t } = useLingui()
  const call = useCall()
  const name = contactName(conversation)
  return (
    <RowMenu label={t`More: ${name}`} width={260} defaultOpened>
      <Menu.Item component="a" leftSection={<IconPhone size={16} />} {...call(conversation.phoneNumber)}>
        <Trans>Call</Trans>
      </Menu.Item>
      {!ABOUT_CONTACT.includes(message.deliveryError?.reason ?? 'other') && (
        <OtherNumbers message={message} conversation={conversation} onOpen={onOpen} />
      )}
    </RowMenu>
  )
}

function OtherNumbers({ message, conversation, onOpen }: Props) {
  const cache = useQueryClient()
  const onError = useFailureToast()
  const locations = useLocations()
  const numbers = useQuery(phoneNumbersQuery)
  const others = numbers.data?.filter(({ phoneNumber }) => phoneNumber !== conversation.tenantPhoneNumber) ?? []
  const starting = useMutation({
    mutationFn: (tenantPhoneNumber: string) =>
      api.conversations.getSetSms({ contactPhoneNumber: conversation.phoneNumber, tenantPhoneNumber }),
    onSuccess: ({ data }) => {
      conversationCache(cache).take(data)
      if (drafts.get(data.sid).text === '') drafts.write(data.sid, message.body)
      onOpen(data.sid)
    },
    onError,
  })
  return (
    <>
      <Menu.Label>
        {numbers.isSuccess && others.length === 0 ? (
          <Trans>You don’t have another number to send from.</Trans>
        ) : (
          <Trans>Use another number</Trans>
        )}
      </Menu.Label>
      {others.map(({ phoneNumber, locationID }) => (
        <Menu.Item key={phoneNumber} disabled={starting.isPending} onClick={() => starting.mutate(phoneNumber)}>
          {[phoneText(phoneNumber), locations.find(({ id }) => id === locationID)?.name].filter(Boolean).join(', ')}
        </Menu.Item>
      ))}
    </>
  )
}
