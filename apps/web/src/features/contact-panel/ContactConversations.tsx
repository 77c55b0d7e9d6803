import type { Contact } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { conversationList } from '../../entities/conversation/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './ContactDetails.module.css'
import sectionClasses from './PanelSections.module.css'

/** Every conversation with the contact, open or closed. */
export function ContactConversations({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const locations = useLocations()
  const conversations = useInfiniteQuery(
    conversationList({ searchPhoneNumber: contact.phone.replace(/\D/g, ''), isClosed: false, openCloseState: 'all' }),
  )
  return (
    <section aria-label={t`Conversations`} className={sectionClasses.section}>
      <h3 className={sectionClasses.title}>
        <Trans>Conversations</Trans>
      </h3>
      <PagedList
        query={conversations}
        items={(page) => page.conversations.filter((each) => each.contact.id === contact.id)}
        itemKey={({ sid }) => sid}
        rows={1}
        empty={
          <p className={sectionClasses.soft}>
            <Trans>No conversations yet</Trans>
          </p>
        }
        className={classes.conversations}
        row={({ sid, tenantPhoneNumber, attributes, lastMessage }) => (
          <li>
            <Link to="/conversations/$sid" params={{ sid }} className={classes.conversation}>
              <span>
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
        )}
      />
    </section>
  )
}
