import type { GroupRecipient } from '@frontdesk/contract/api'
import { RECIPIENT_OUTCOMES, type RecipientOutcome } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { phoneText } from '../../lib/phone-text.ts'
import { moment } from '../../lib/time.ts'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { contactName } from '../contact/contact-texts.ts'
import { HOLIDAY_TEXTS, holidayReason } from '../sending/holiday-texts.ts'
import { useTextCost } from '../sending/use-text-cost.ts'
import classes from './Group.module.css'
import { OUTCOME_TEXTS, recipientReasonText } from './outcome-texts.ts'
import { ReplyModal } from './ReplyModal.tsx'
import { groupRecipients, type RecipientFilter } from './recipients-query.ts'

/** Responses of recipients, as filters beside the outcomes. */
const RESPONSES = {
  replied: { hasReplied: true },
  clicked: { hasClicked: true },
  'opted-out': { hasOptedOut: true },
} satisfies Record<string, RecipientFilter>

const isResponse = (which: string): which is keyof typeof RESPONSES => which in RESPONSES
const SEARCH_AFTER_MS = 250

/** The recipients of a group message, with their outcomes and conversations. */
export function RecipientTable({ messageId }: { messageId: string }) {
  const { t, i18n } = useLingui()
  const [term, setTerm] = useState('')
  const [which, setWhich] = useState('')
  const [opened, setOpened] = useState<GroupRecipient | null>(null)
  const [searchTerm] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const outcome = RECIPIENT_OUTCOMES.find((each) => each === which)
  const filter: RecipientFilter = {
    ...(searchTerm && { searchTerm }),
    ...(outcome && { outcome }),
    ...(isResponse(which) && RESPONSES[which]),
  }
  const recipients = useInfiniteQuery(groupRecipients(messageId, filter))
  const cost = useTextCost()
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
      width: 280,
      cell: ({ outcome: became, reason, heldUntil, holiday }) => (
        <div>
          {i18n._(OUTCOME_TEXTS[became])}
          {heldUntil && (
            <>
              {' '}
              <Trans>until {moment(heldUntil)}</Trans>
            </>
          )}
          {reason && (
            <div className={classes.soft}>
              {i18n._(holiday ? holidayReason(i18n._(HOLIDAY_TEXTS[holiday])) : recipientReasonText(became, reason))}
            </div>
          )}
        </div>
      ),
    },
    {
      key: 'replied',
      title: t`Response`,
      width: 150,
      cell: (row) => <Response row={row} onOpen={() => setOpened(row)} />,
    },
    { key: 'sent', title: t`Sent`, width: 110, cell: ({ sentOnUtc }) => sentOnUtc && <ShortTime at={sentOnUtc} /> },
    ...(cost
      ? [
          {
            key: 'cost',
            title: t`Cost`,
            width: 110,
            cell: (row: GroupRecipient) => <Cost row={row} text={cost.ofOne(row)} />,
          },
        ]
      : []),
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
                { value: 'replied', label: t`Replied` },
                { value: 'clicked', label: t`Clicked a link` },
                { value: 'opted-out', label: t`Opted out` },
              ]}
            />
          </FilterBar>
        }
        empty={
          recipients.hasNextPage ? (
            <EmptyState
              title={t`No matches so far`}
              text={t`Only part of the list has been searched. Show more to continue.`}
            />
          ) : (
            <EmptyState title={t`No results`} text={t`No recipients you can see match.`} />
          )
        }
      />
      <ShowMore query={recipients} />
      {opened && opened.conversationSid !== null && (
        <ReplyModal
          name={opened.contact ? contactName(opened.contact) : t`Deleted contact`}
          conversationSid={opened.conversationSid}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function Response({ row, onOpen }: { row: GroupRecipient; onOpen: () => void }) {
  const { hasReplied, hasClicked, hasOptedOut, conversationSid } = row
  return (
    <div className={classes.response}>
      {hasReplied &&
        (conversationSid === null ? (
          <Trans>Replied</Trans>
        ) : (
          <Button size="compact-sm" variant="default" onClick={onOpen}>
            <Trans>Show reply</Trans>
          </Button>
        ))}
      {hasClicked && (
        <span>
          <Trans>Clicked a link</Trans>
        </span>
      )}
      {hasOptedOut && (
        <span>
          <Trans>Opted out</Trans>
        </span>
      )}
    </div>
  )
}

/** What a text cost, and as how many messages it was billed. */
function Cost({ row: { segments, mediaMessages }, text }: { row: GroupRecipient; text: string }) {
  if (segments + mediaMessages === 0) return null
  return (
    <div>
      {text}
      <div className={classes.soft}>
        {mediaMessages > 0 ? <Trans>MMS</Trans> : <Plural value={segments} one="# message" other="# messages" />}
      </div>
    </div>
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
