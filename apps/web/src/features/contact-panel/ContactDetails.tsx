import type { Contact, Conversation } from '@frontdesk/contract/api'
import { CONTACT_TAX_EXEMPTION_MAX, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconMessage, IconMessagePlus, IconUserQuestion, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { ContactPhones } from '../../entities/contact/ContactPhones.tsx'
import { contactName, sourceText } from '../../entities/contact/contact-texts.ts'
import { OtherEmails } from '../../entities/contact/OtherEmails.tsx'
import { contactById, contactSummary } from '../../entities/contact/queries.ts'
import { conversationBySid } from '../../entities/conversation/queries.ts'
import { threadDialog } from '../../entities/conversation/thread-dialog.ts'
import { fallbackTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { languageName } from '../../lib/language-name.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { exact, fullDate } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { email } from '../../ui/form/field-rules.ts'
import { useTitle } from '../../ui/layout/use-title.ts'
import { useHasRoomForRail } from '../../ui/layout/use-viewport.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { FailedState } from '../../ui/state/FailedState.tsx'
import { LoadingRows } from '../../ui/state/LoadingRows.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { ContactConversations } from './ContactConversations.tsx'
import classes from './ContactDetails.module.css'
import { ContactMenu } from './ContactMenu.tsx'
import { ContactMerges } from './ContactMerges.tsx'
import panelClasses from './ContactPanel.module.css'
import { Fact, FactButton } from './Fact.tsx'
import { InlineBirthDate } from './InlineBirthDate.tsx'
import { InlineLocation } from './InlineLocation.tsx'
import { InlineText } from './InlineText.tsx'
import { PanelSections } from './PanelSections.tsx'
import { StatusSelect, useHasStatuses } from './StatusSelect.tsx'

interface Props {
  id: string
  onClose: () => void
}

/** A contact with its conversations: a panel beside the list, or a page of its own. */
export function ContactDetails({ id, onClose }: Props) {
  const { t } = useLingui()
  const isPanel = useHasRoomForRail()
  const { data: contact, error, refetch } = useQuery(contactById(id))
  const sid = contact?.conversationSid ?? null
  const conversation = useQuery({ ...conversationBySid(sid ?? ''), enabled: sid !== null }).data
  useTitle(contact ? contactName(contact) : t`Contact`)
  const isGone = errorCode(error) === 'ContactNotFound' || errorCode(error) === 'InvalidInput'
  const Root = isPanel ? 'aside' : 'main'
  return (
    <Root className={classes.root} aria-label={t`Contact`}>
      {!isPanel && contact && !isGone && (
        <VisuallyHidden component="h1">
          <Trans>Contact</Trans>
        </VisuallyHidden>
      )}
      <header className={classes.bar}>
        {!isPanel && (
          <ActionIcon size={44} aria-label={t`Back to contacts`} onClick={onClose}>
            <IconArrowLeft size={20} />
          </ActionIcon>
        )}
        <span className={classes.space} />
        {contact && !isGone && <ContactMenu contact={contact} conversation={conversation} onDeleted={onClose} />}
        {isPanel && (
          <ActionIcon aria-label={t`Close`} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </header>
      {isGone ? (
        <EmptyState
          isScreen={!isPanel}
          icon={<IconUserQuestion size={28} stroke={1.5} />}
          title={t`We can’t find this contact`}
          text={t`It was deleted, or you don’t have access to it.`}
          action={
            <Button size="xs" variant="default" onClick={onClose}>
              <Trans>Back to contacts</Trans>
            </Button>
          }
        />
      ) : contact ? (
        <Details contact={contact} conversation={conversation} />
      ) : error ? (
        <FailedState error={error} isScreen={!isPanel} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows count={5} />
      )}
    </Root>
  )
}

interface DetailsProps {
  contact: Contact
  /** The newest one with the contact. */
  conversation: Conversation | undefined
}

function Details({ contact, conversation }: DetailsProps) {
  const managed = useManagedKinds()
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayEdit = can(me, 'contacts_edit') && !isViewingAs
  const showFailure = useFailureToast()
  const locations = useLocations()
  const hasStatuses = useHasStatuses(contact.statusKey)
  const { id, conversationSid: sid } = contact
  const location = locations.find((each) => each.id === contact.locationID)
  const zone = location?.timeZone ?? fallbackTimeZone
  const setStatus = (statusKey: string | null) =>
    api.contacts.updateStatus({ id, statusKey }).then((changed) => applyContactChange(cache, changed), showFailure)
  return (
    <>
      <div className={panelClasses.who}>
        <Avatar name={contact.name} colorKey={id} size={56} />
        <h2 className={panelClasses.name}>
          <InlineText
            contact={contact}
            field="name"
            label={t`Name`}
            shown={contactName(contact)}
            maxLength={120}
            mayEdit={mayEdit}
          />
        </h2>
        <States contact={contact} />
        <MessageButton contact={contact} />
      </div>
      <dl className={panelClasses.facts}>
        <Fact label={t`Phone`}>
          <ContactPhones contact={contact} mayEdit={mayEdit} />
        </Fact>
        <Fact label={t`Email`}>
          <InlineText
            contact={contact}
            field="email"
            label={t`Email`}
            type="email"
            shown={contact.email ?? t`None`}
            maxLength={200}
            mayEdit={mayEdit}
            rule={email}
          />
          <OtherEmails contact={contact} mayEdit={mayEdit} />
        </Fact>
        <Fact label={t`Birthday`}>
          <InlineBirthDate contact={contact} sid={sid} mayEdit={mayEdit} />
        </Fact>
        {(managed.requests || managed.estimates || contact.taxExemption !== null) && (
          <Fact label={t`Tax exemption`}>
            <InlineText
              contact={contact}
              field="taxExemption"
              label={t`Edit tax exemption`}
              shown={contact.taxExemption ?? t`None`}
              maxLength={CONTACT_TAX_EXEMPTION_MAX}
              mayEdit={mayEdit}
            />
          </Fact>
        )}
        {contact.language && <Fact label={t`Language`}>{languageName(contact.language)}</Fact>}
        <Fact label={t`Location`}>
          <InlineLocation contact={contact} mayEdit={mayEdit} />
        </Fact>
        {hasStatuses && (
          <Fact label={t`Status`}>
            <StatusSelect
              statusKey={contact.statusKey}
              statusName={contact.statusName}
              mayEdit={mayEdit}
              onChange={({ statusKey }) => void setStatus(statusKey)}
            />
          </Fact>
        )}
        {conversation && (
          <>
            <Fact label={t`Assigned to`}>
              <FactButton isOff={isViewingAs} label={t`Assign`} onClick={() => threadDialog.open('assign')}>
                {conversation.attributes.toUserName ?? t`Unassigned`}
              </FactButton>
            </Fact>
            <Fact label={t`Folder`}>
              <FactButton
                isOff={isViewingAs}
                label={t`Move into folder`}
                onClick={() =>
                  openModal('move-into-folder', {
                    sids: [conversation.sid],
                    locationIDs: [conversation.attributes.locationID],
                    folderKey: conversation.attributes.folder,
                  })
                }
              >
                {conversation.attributes.folderName}
              </FactButton>
            </Fact>
          </>
        )}
        <LastMessage contactId={id} />
        <Fact label={t`Source`}>{sourceText(contact.source)}</Fact>
        <Fact label={t`Contact since`}>
          <time dateTime={contact.createdOnUtc} title={exact(contact.createdOnUtc, zone)}>
            {fullDate(contact.createdOnUtc)}
          </time>
        </Fact>
      </dl>
      {sid && <ContactConversations contact={contact} />}
      <PanelSections contact={contact} sid={sid} zone={zone} />
      <ContactMerges id={id} zone={zone} mayEdit={mayEdit} />
    </>
  )
}

/** Whether the contact may be texted. */
function States({ contact: { isBlocked, isOptedOut } }: { contact: Contact }) {
  if (!isBlocked && !isOptedOut) return null
  return (
    <div className={panelClasses.states}>
      {isBlocked && (
        <Badge color="red" variant="light" size="sm" tt="none">
          <Trans>Blocked</Trans>
        </Badge>
      )}
      {isOptedOut && (
        <Badge color="orange" c="var(--fd-warning)" variant="light" size="sm" tt="none">
          <Trans>Opted out of texts</Trans>
        </Badge>
      )}
    </div>
  )
}

/** The latest message with the contact, in whichever conversation. */
function LastMessage({ contactId }: { contactId: string }) {
  const { t } = useLingui()
  const last = useQuery(contactSummary(contactId)).data?.lastMessage
  if (!last) return null
  const { conversationSid, text, isOutgoingMessage, dateCreated } = last
  return (
    <Fact label={t`Last message`}>
      <Link to="/conversations/$sid" params={{ sid: conversationSid }} dir="auto">
        {isOutgoingMessage ? t`You: ${text}` : text || t`An attachment`}
      </Link>{' '}
      <ShortTime at={dateCreated} />
    </Fact>
  )
}

/** Opens the conversation, or starts one. */
function MessageButton({ contact }: { contact: Contact }) {
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { conversationSid: sid } = contact
  if (sid) {
    return (
      <Button
        mt={8}
        size="xs"
        renderRoot={(props) => <Link {...props} to="/conversations/$sid" params={{ sid }} />}
        leftSection={<IconMessage size={16} />}
      >
        <Trans>Message</Trans>
      </Button>
    )
  }
  if (!can(me, 'convos_create_new_conversations') || isViewingAs) return null
  return (
    <Button
      mt={8}
      size="xs"
      leftSection={<IconMessagePlus size={16} />}
      onClick={() => openModal('start-new-conversation', { contact })}
    >
      <Trans>Start conversation</Trans>
    </Button>
  )
}
