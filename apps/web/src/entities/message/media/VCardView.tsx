import type { Media } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-texts.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { conversationCache } from '../../conversation/conversation-cache.ts'
import { openConversation } from '../../conversation/open-conversation.ts'
import { conversationBySid } from '../../conversation/queries.ts'
import { useCall } from '../../subscription/use-call.ts'
import classes from './MediaView.module.css'
import { readVCard, type VCard } from './vcard.ts'

/** A larger card contains a picture; its text comes first. */
const READ_MAX = 200_000

interface Props {
  media: Media
  url: string
  /** Shown while the card is loading, and if it cannot be read. */
  file: ReactNode
}

export function VCardView({ media, url, file }: Props) {
  const card = useQuery({
    queryKey: ['vcard', media.sid],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error('The card could not be loaded.')
      return readVCard((await answer.text()).slice(0, READ_MAX))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!card.data) return file
  return <Card card={card.data} file={file} />
}

function Card({ card, file }: { card: VCard; file: ReactNode }) {
  const { t } = useLingui()
  return (
    <article className={classes.card} aria-label={t`Contact card: ${card.name}`}>
      <strong className={classes.cardName}>
        <IconAddressBook size={16} aria-hidden="true" /> {card.name || t`Contact card`}
      </strong>
      {card.organization && <span className={classes.bytes}>{card.organization}</span>}
      {card.phones.map((phone) => (
        <PhoneLine key={phone} phone={phone} name={card.name} />
      ))}
      {card.emails.map((email) => (
        <a key={email} href={`mailto:${email}`}>
          {email}
        </a>
      ))}
      {file}
    </article>
  )
}

function PhoneLine({ phone, name }: { phone: string; name: string }) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const call = useCall()
  // The number of this conversation, so that the new contact belongs to its location.
  const sid = openConversation.get()
  const { data: conversation } = useQuery({ ...conversationBySid(sid ?? ''), enabled: sid !== null })
  const ours = conversation?.tenantPhoneNumber
  const save = useMutation({
    mutationFn: (tenantPhoneNumber: string) =>
      api.conversations.getSetSms({ contactName: name.slice(0, 120), contactPhoneNumber: phone, tenantPhoneNumber }),
    onSuccess: ({ data }) => conversationCache(cache).take(data),
  })
  return (
    <span className={classes.cardLine}>
      <a {...call(phone)}>{phoneText(phone)}</a>
      {save.isSuccess ? (
        <span className={classes.bytes} role="status">
          <Trans>Saved</Trans>
        </span>
      ) : (
        ours &&
        can(me, 'convos_create_new_conversations') && (
          <Button
            size="compact-xs"
            variant="default"
            loading={save.isPending}
            aria-label={t`Save the number ${phone}`}
            onClick={() => save.mutate(ours)}
          >
            <Trans>Save number</Trans>
          </Button>
        )
      )}
      {save.isError && <span role="alert">{errorText(save.error)}</span>}
    </span>
  )
}
