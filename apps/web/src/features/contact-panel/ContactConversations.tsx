import type { Contact } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { conversationsWith } from '../../entities/conversation/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './ContactDetails.module.css'
import sectionClasses from './PanelSections.module.css'

/** Every conversation with the contact, open or closed. */
export function ContactConversations({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const locations = useLocations()
  const conversations = useQuery(conversationsWith(contact.phone))
  const hasSeveral = contact.phones.length > 1
  return (
    <section aria-label={t`Conversations`} className={sectionClasses.section}>
      <h3 className={sectionClasses.title}>
        <Trans>Conversations</Trans>
      </h3>
      <QueryState
        query={conversations}
        rows={1}
        empty={
          <p className={sectionClasses.soft}>
            <Trans>No conversations yet</Trans>
          </p>
        }
      >
        {(shown) => (
          <ul className={classes.conversations}>
            {shown.map(({ sid, phoneNumber, tenantPhoneNumber, attributes, lastMessage }) => (
              <li key={sid}>
                <Link to="/conversations/$sid" params={{ sid }} className={classes.conversation}>
                  <span>
                    {hasSeveral && `${phoneText(phoneNumber)} · `}
                    {locations.length > 1
                      ? (locations.find(({ id }) => id === attributes.locationID)?.name ?? phoneText(tenantPhoneNumber))
                      : phoneText(tenantPhoneNumber)}{' '}
                    <span className={classes.soft}>{attributes.isClosed ? t`Closed` : t`Open`}</span>
                  </span>
                  <span className={classes.soft}>{lastMessage && <ShortTime at={lastMessage.date} />}</span>
                  {lastMessage && (
                    <span className={classes.last} dir="auto">
                      {lastMessage.message || t`An attachment`}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}
