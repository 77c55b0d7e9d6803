import type { Conversation, Message } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { drafts } from '../../entities/draft/drafts.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

interface Props {
  message: Message
  conversation: Conversation
  onOpen: (sid: string) => void
}

/** Opens the conversation over another number of ours, with the text that did not arrive ready to be sent. */
export function OtherNumberMenu({ message, conversation, onOpen }: Props) {
  const cache = useQueryClient()
  const tellFailure = useFailureToast()
  const locations = useLocations()
  const numbers = useQuery(phoneNumbersQuery)
  const others = numbers.data?.filter(({ phoneNumber }) => phoneNumber !== conversation.tenantPhoneNumber) ?? []
  const start = useMutation({
    mutationFn: (tenantPhoneNumber: string) =>
      api.conversations.getSetSms({ contactPhoneNumber: conversation.phoneNumber, tenantPhoneNumber }),
    onSuccess: ({ data }) => {
      conversationCache(cache).take(data)
      if (drafts.get(data.sid).text === '') drafts.write(data.sid, message.body)
      onOpen(data.sid)
    },
    onError: tellFailure,
  })
  return (
    <Menu position="bottom-start" width={260} defaultOpened>
      <Menu.Target>
        <Button size="xs" variant="default" loading={start.isPending}>
          <Trans>Use another number</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ phoneNumber, locationID }) => (
          <Menu.Item key={phoneNumber} onClick={() => start.mutate(phoneNumber)}>
            {[phoneText(phoneNumber), locations.find(({ id }) => id === locationID)?.name].filter(Boolean).join(', ')}
          </Menu.Item>
        ))}
        {others.length === 0 && (
          <Menu.Label>
            {numbers.isPending ? <Trans>Loading…</Trans> : <Trans>You don’t have another number to send from.</Trans>}
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
