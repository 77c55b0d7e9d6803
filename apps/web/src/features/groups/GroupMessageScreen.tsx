import type { GroupMessage, GroupRecipient } from '@frontdesk/contract/api'
import { can, RECIPIENT_OUTCOMES, type RecipientOutcome } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { KIND_TEXTS, OUTCOME_TEXTS, RECIPIENT_REASON_TEXTS } from '../../entities/group/outcome-texts.ts'
import { groupMessageById, groupRecipients, type RecipientFilter } from '../../entities/group/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { moment } from '../../lib/time.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { OutcomeFigures } from './GroupStats.tsx'
import classes from './Groups.module.css'
import { GroupMessageRow } from './GroupThread.tsx'

/** A message to many contacts: its figures, and each recipient with the outcome. */
export function GroupMessageScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const message = useQuery(groupMessageById(id))
  return (
    <PageLayout isWide title={t`Message to many contacts`}>
      <QueryState query={message} rows={6}>
        {(data) => <Loaded message={data} />}
      </QueryState>
    </PageLayout>
  )
}

function Loaded({ message }: { message: GroupMessage }) {
  const { t, i18n } = useLingui()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const canStop = can(useMe(), 'campaigns_send_bulk_messages') && !isViewingAs
  const { groupSid, groupName, kind } = message
  return (
    <>
      <p className={classes.soft}>
        {groupSid && groupName ? (
          <Link to="/groups/$groupSid" params={{ groupSid }} className={classes.link}>
            {groupName}
          </Link>
        ) : (
          i18n._(KIND_TEXTS[kind])
        )}
      </p>
      <ul className={`${classes.list} ${classes.detailed}`}>
        <GroupMessageRow message={message} canStop={canStop} isDetailed />
      </ul>
      <PageSection title={t`Figures`}>
        <OutcomeFigures stats={message.stats} />
      </PageSection>
      <PageSection title={t`Recipients`}>
        <Recipients id={message.id} />
      </PageSection>
    </>
  )
}

const REPLIED = 'replied'
const SEARCH_AFTER_MS = 250

function Recipients({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const [term, setTerm] = useState('')
  const [which, setWhich] = useState('')
  const [searchTerm] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const outcome = RECIPIENT_OUTCOMES.find((each) => each === which)
  const filter: RecipientFilter = {
    ...(searchTerm && { searchTerm }),
    ...(outcome && { outcome }),
    ...(which === REPLIED && { hasReplied: true }),
  }
  const recipients = useInfiniteQuery(groupRecipients(id, filter))
  const columns: Column<GroupRecipient>[] = [
    {
      key: 'contact',
      title: t`Contact`,
      width: 220,
      isFixed: true,
      grows: true,
      cell: (row) => <Recipient row={row} />,
    },
    {
      key: 'outcome',
      title: t`Outcome`,
      width: 240,
      cell: ({ outcome: became, reason, heldUntil }) => (
        <span>
          {i18n._(OUTCOME_TEXTS[became])}
          {reason && <>: {i18n._(RECIPIENT_REASON_TEXTS[reason]).toLocaleLowerCase()}</>}
          {heldUntil && (
            <>
              {' '}
              <Trans>until {moment(heldUntil)}</Trans>
            </>
          )}
        </span>
      ),
    },
    { key: 'replied', title: t`Replied`, width: 100, cell: ({ hasReplied }) => hasReplied && <Trans>Replied</Trans> },
    { key: 'sent', title: t`Sent`, width: 110, cell: ({ sentOnUtc }) => sentOnUtc && <ShortTime at={sentOnUtc} /> },
    {
      key: 'open',
      title: t`Conversation`,
      width: 130,
      cell: ({ conversationSid }) =>
        conversationSid && (
          <Link to="/conversations/$sid" params={{ sid: conversationSid }} className={classes.link}>
            <Trans>Open</Trans>
          </Link>
        ),
    },
  ]
  return (
    <>
      <DataTable
        name="group-recipients"
        label={t`Recipients`}
        columns={columns}
        query={recipients}
        rows={({ pages }) => pages.flatMap((page) => page.recipients)}
        rowKey={({ contactID }) => contactID}
        placeholderRows={5}
        toolbar={
          <FilterBar label={t`Filter recipients`}>
            <ListSearch label={t`Search name or number`} value={term} onChange={setTerm} />
            <NativeSelect
              className={classes.outcomeFilter}
              aria-label={t`Outcome`}
              value={which}
              onChange={(event) => setWhich(event.currentTarget.value)}
              data={[
                { value: '', label: t`All outcomes` },
                ...RECIPIENT_OUTCOMES.map((value: RecipientOutcome) => ({
                  value,
                  label: i18n._(OUTCOME_TEXTS[value]),
                })),
                { value: REPLIED, label: t`Replied` },
              ]}
            />
          </FilterBar>
        }
        empty={<EmptyState title={t`No results`} text={t`No recipients you can see match.`} />}
      />
      <ShowMore query={recipients} />
    </>
  )
}

function Recipient({ row: { contactID, contact } }: { row: GroupRecipient }) {
  if (!contact) return <Trans>Deleted contact</Trans>
  return (
    <div>
      <Link to="/contacts/$id" params={{ id: contactID }} className={classes.name}>
        {contactName(contact)}
      </Link>
      {contact.name !== '' && <div className={classes.soft}>{phoneText(contact.phone)}</div>}
    </div>
  )
}
