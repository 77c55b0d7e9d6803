import type { Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fallbackTimeZone, useLocations } from '../../lib/locations.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { lineTypeText, sourceText } from './contact-texts.ts'
import classes from './DetailsPane.module.css'
import { conversationBySid } from './queries.ts'
import { StatusSelect, useHasStatuses } from './StatusSelect.tsx'

/** Who one is talking to, and over which of our numbers. */
export function DetailsPane({ sid }: { sid: string }) {
  const { t } = useLingui()
  const { data: conversation, isError, error, refetch } = useQuery(conversationBySid(sid))
  const locations = useLocations()
  if (!conversation) {
    return isError ? <FailedState error={error} onRetry={() => void refetch()} /> : <LoadingRows count={3} />
  }
  const { contact, attributes } = conversation
  const location = locations.find(({ id }) => id === attributes.locationID)
  const zone = location?.timeZone ?? fallbackTimeZone
  const name = contact.name || phoneText(contact.phone)

  return (
    <div className={classes.root}>
      <div className={classes.who}>
        <Avatar name={contact.name} colorKey={contact.id} size={56} />
        <h2 className={classes.name}>{name}</h2>
        <div className={classes.states}>
          {contact.isBlocked && (
            <Badge color="red" variant="light" size="sm" tt="none">
              <Trans>Blocked</Trans>
            </Badge>
          )}
          {contact.isOptedOut && (
            <Badge color="orange" variant="light" size="sm" tt="none">
              <Trans>Opted out of texts</Trans>
            </Badge>
          )}
          {attributes.isClosed && (
            <Badge color="gray" variant="light" size="sm" tt="none">
              <Trans>Closed</Trans>
            </Badge>
          )}
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t`Phone`}>
          <a href={`tel:${contact.phone}`}>{phoneText(contact.phone)}</a>
        </Fact>
        {contact.lineType && <Fact label={t`Line`}>{lineTypeText(contact.lineType)}</Fact>}
        {contact.email && (
          <Fact label={t`E-mail`}>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </Fact>
        )}
        {contact.birthDate && <Fact label={t`Birthday`}>{contact.birthDate}</Fact>}
        <Fact label={t`Location`}>{location?.name ?? t`Not visible to you`}</Fact>
        <Fact label={t`Our number`}>{phoneText(conversation.tenantPhoneNumber)}</Fact>
        {attributes.toUserName && <Fact label={t`Assigned to`}>{attributes.toUserName}</Fact>}
        <StatusFact conversation={conversation} />
        <Fact label={t`Source`}>{sourceText(contact.source)}</Fact>
        <Fact label={t`Contact since`}>
          <time dateTime={contact.createdOnUtc} title={exact(contact.createdOnUtc, zone)}>
            {fullDate(contact.createdOnUtc, zone)}
          </time>
        </Fact>
        {contact.tags.length > 0 && <Fact label={t`Tags`}>{contact.tags.join(', ')}</Fact>}
        {contact.labels.length > 0 && <Fact label={t`Labels`}>{contact.labels.join(', ')}</Fact>}
      </dl>
    </div>
  )
}

function StatusFact({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui()
  if (!useHasStatuses(conversation)) return null
  return (
    <Fact label={t`Status`}>
      <StatusSelect conversation={conversation} />
    </Fact>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
