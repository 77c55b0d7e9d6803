import type { Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Badge } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { contactName, lineTypeText, sourceText } from '../../entities/contact/contact-texts.ts'
import { contactById } from '../../entities/contact/queries.ts'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { conversationBySid } from '../../entities/conversation/queries.ts'
import { threadDialog } from '../../entities/conversation/thread-dialog.ts'
import { fallbackTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useCall } from '../../entities/subscription/use-call.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { languageName } from '../../lib/language-name.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { useIsSettled } from '../../lib/use-is-settled.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { LoadingRows } from '../../ui/state/LoadingRows.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './ContactPanel.module.css'
import { Fact, FactButton } from './Fact.tsx'
import { InlineBirthDate } from './InlineBirthDate.tsx'
import { type Status, StatusSelect, useHasStatuses } from './StatusSelect.tsx'

const MergedNumbers = lazyWithRetry(async () => ({
  default: (await import('../../entities/conversation/MergedNumbers.tsx')).MergedNumbers,
}))
const PanelSections = lazyWithRetry(async () => ({ default: (await import('./PanelSections.tsx')).PanelSections }))

interface Props {
  sid: string
  /** Not in a drawer, which has a title of its own. */
  hasTitle?: boolean
}

/** The contact, and the conversation's location, assignee and folder. */
export function ContactPanel({ sid, hasTitle = true }: Props) {
  const query = useQuery(conversationBySid(sid))
  // The failure is shown once, in place of the messages.
  if (errorCode(query.error) === 'ConversationNotFound') return null
  return (
    <QueryState query={query} rows={3}>
      {(conversation) => <Panel conversation={conversation} hasTitle={hasTitle} />}
    </QueryState>
  )
}

function Panel({ conversation, hasTitle }: { conversation: Conversation; hasTitle: boolean }) {
  const { t } = useLingui()
  const call = useCall()
  const locations = useLocations()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { sid } = conversation
  const { contact, attributes } = conversation
  const isHidden = conversation.contactAccess === 'hidden'
  const mayEdit = can(me, 'contacts_edit') && !isHidden
  const location = locations.find(({ id }) => id === attributes.locationID)
  const zone = location?.timeZone ?? fallbackTimeZone
  const name = contactName(contact)
  // The conversation has only its own number of the contact, and the main email.
  const { data: whole } = useQuery({ ...contactById(contact.id), enabled: useIsSettled() && !isHidden })
  const otherPhones = (whole?.phones ?? []).flatMap(({ phone }) => (phone === contact.phone ? [] : phone))
  const emails = whole?.emails ?? (contact.email ? [contact.email] : [])

  return (
    <div className={classes.root}>
      {hasTitle && (
        <h2 className={classes.title}>
          <Trans>Details</Trans>
        </h2>
      )}
      <div className={classes.who}>
        <Avatar name={contact.name} colorKey={contact.id} size={56} />
        <h3 className={classes.name}>
          {name}
          {mayEdit && !isViewingAs && (
            <ActionIcon
              size={24}
              aria-label={t`Edit contact`}
              onClick={() => openModal('edit-contact', { contact, sid })}
            >
              <IconPencil size={14} />
            </ActionIcon>
          )}
        </h3>
        <div className={classes.states}>
          {contact.isBlocked && (
            <Badge color="red" variant="light" size="sm">
              <Trans>Blocked</Trans>
            </Badge>
          )}
          {contact.isOptedOut && (
            <Badge color="orange" c="var(--fd-warning)" variant="light" size="sm">
              <Trans>Opted out of texts</Trans>
            </Badge>
          )}
          {attributes.isClosed && (
            <Badge color="gray" variant="light" size="sm">
              <Trans>Closed</Trans>
            </Badge>
          )}
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t`Phone`}>
          <a {...call(contact.phone)}>{phoneText(contact.phone)}</a>
        </Fact>
        {contact.lineType && <Fact label={t`Number type`}>{lineTypeText(contact.lineType)}</Fact>}
        {otherPhones.length > 0 && (
          <Fact label={t`Other numbers`}>
            {otherPhones.map((phone) => (
              <a key={phone} className={classes.line} {...call(phone)}>
                {phoneText(phone)}
              </a>
            ))}
          </Fact>
        )}
        {emails.length > 0 && (
          <Fact label={t`Email`}>
            {emails.map((address) => (
              <a key={address} className={classes.line} href={`mailto:${address}`}>
                {address}
              </a>
            ))}
          </Fact>
        )}
        {!isHidden && (
          <Fact label={t`Birthday`}>
            <InlineBirthDate contact={contact} sid={sid} mayEdit={mayEdit && !isViewingAs} />
          </Fact>
        )}
        {contact.language && <Fact label={t`Language`}>{languageName(contact.language)}</Fact>}
        <Fact label={t`Location`}>
          <FactButton
            isOff={isViewingAs || !mayEdit || locations.length < 2}
            label={t`Change location`}
            onClick={() => threadDialog.open('move')}
          >
            {location?.name ?? t`A location you don’t have access to`}
          </FactButton>
        </Fact>
        <Fact label={t`Your number`}>{phoneText(conversation.tenantPhoneNumber)}</Fact>
        {conversation.merged && (
          <Fact label={t`Merged with`}>
            <Suspense>
              <MergedNumbers conversation={conversation} />
            </Suspense>
          </Fact>
        )}
        <Fact label={t`Assigned to`}>
          <FactButton isOff={isViewingAs} label={t`Assign`} onClick={() => threadDialog.open('assign')}>
            {attributes.toUserName ?? t`Unassigned`}
          </FactButton>
        </Fact>
        <Fact label={t`Folder`}>
          <FactButton
            isOff={isViewingAs}
            label={t`Move into folder`}
            onClick={() =>
              openModal('move-into-folder', {
                sids: [sid],
                locationIDs: [attributes.locationID],
                folderKey: attributes.folder,
              })
            }
          >
            {attributes.folderName}
          </FactButton>
        </Fact>
        {!isHidden && <StatusFact conversation={conversation} />}
        {!isHidden && (
          <>
            <Fact label={t`Source`}>{sourceText(contact.source)}</Fact>
            <Fact label={t`Contact since`}>
              <time dateTime={contact.createdOnUtc} title={exact(contact.createdOnUtc, zone)}>
                {fullDate(contact.createdOnUtc)}
              </time>
            </Fact>
          </>
        )}
      </dl>
      {isHidden ? (
        <p className={classes.reason} role="note">
          <IconLock size={15} aria-hidden="true" />
          <Trans>
            This contact belongs to conversations you don’t have access to, so you only see the number. An owner or a
            manager of that location can give you access.
          </Trans>
        </p>
      ) : (
        <Suspense fallback={<LoadingRows count={3} />}>
          <PanelSections key={sid} contact={contact} sid={sid} zone={zone} />
        </Suspense>
      )}
    </div>
  )
}

function StatusFact({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { sid } = conversation
  const { statusKey, statusName } = conversation.attributes
  const hasStatuses = useHasStatuses(statusKey)
  if (!hasStatuses) return null
  const set = async (next: Status) => {
    const conversations = conversationCache(cache)
    const show = (status: Status) =>
      conversations.patch(sid, (before) => ({ ...before, attributes: { ...before.attributes, ...status } }))
    show(next)
    try {
      conversations.take((await api.contactStatuses.change({ sid, statusKey: next.statusKey })).data)
    } catch (error) {
      show({ statusKey, statusName })
      showFailure(error)
    }
  }
  return (
    <Fact label={t`Status`}>
      <StatusSelect
        statusKey={statusKey}
        statusName={statusName}
        mayEdit={can(me, 'contacts_edit') && !isViewingAs}
        onChange={(next) => void set(next)}
      />
    </Fact>
  )
}
