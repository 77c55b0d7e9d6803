import type { CashSheetEntry, CashSheetRow } from '@frontdesk/contract/api'
import type { PostingKind, SheetFigure } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '../../entities/location/queries.ts'
import { cashEntriesOf } from '../../entities/payment/queries.ts'
import { PAYOUT_STATE_TEXTS } from '../../entities/payment-configs/payout-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { clock, fullDate } from '../../lib/time.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { TextButton } from '../../ui/text/TextButton.tsx'
import classes from './Payments.module.css'

const POSTING_TEXTS: Record<PostingKind, MessageDescriptor> = {
  issue: msg`Requested`,
  cancel: msg`Canceled`,
  payment: msg`Paid`,
  refund: msg`Refunded`,
  'credit-refund': msg`Credit paid out`,
  'refund-failed': msg`Refund failed`,
  dispute: msg`Disputed`,
  'dispute-won': msg`Dispute won`,
  fee: msg`Stripe fee`,
  payout: msg`Paid out to the bank`,
  'payout-failed': msg`Payout failed`,
}

interface Props {
  row: CashSheetRow
  /** One of its figures, with its title; undefined: the whole day. */
  figure?: SheetFigure
  title?: string
  onOpen: (id: string) => void
  onClose: () => void
}

/** The postings behind a day of the cash sheet, or behind one of its figures. */
export function CashEntries({ row: { day, locationID, currency }, figure, title, onOpen, onClose }: Props) {
  const { t, i18n } = useLingui()
  const entries = useQuery(cashEntriesOf({ day, locationID, currency, ...(figure && { figure }) }))
  const date = i18n.date(day, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <ModalFrame title={title ? t`${title}, ${date}, ${currency}` : t`${date} in ${currency}`} onClose={onClose}>
      <QueryState query={entries} rows={4}>
        {({ entries: listed, isTruncated }) => (
          <>
            <ul className={classes.documentLines}>
              {listed.map((entry) => (
                <Entry
                  key={`${entry.postingID} ${entry.payout?.id}`}
                  entry={entry}
                  currency={currency}
                  locationID={locationID}
                  onOpen={onOpen}
                />
              ))}
            </ul>
            {isTruncated && (
              <p className={classes.soft}>
                <Trans>Only the first ones of the day are listed.</Trans>
              </p>
            )}
          </>
        )}
      </QueryState>
    </ModalFrame>
  )
}

interface EntryProps extends Pick<Props, 'onOpen'> {
  entry: CashSheetEntry
  currency: string
  locationID: string
}

function Entry({ entry, currency, locationID, onOpen }: EntryProps) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone(locationID)
  const { kind, document, isHidden, amount, at, by, payout } = entry
  return (
    <li>
      <span className={classes.lineText}>
        <span>
          {payout ? <Trans>Payout expected on this day</Trans> : i18n._(POSTING_TEXTS[kind])}{' '}
          {document && (
            <TextButton onClick={() => onOpen(document.id)}>
              {document.invoiceNumber}, {document.contactName || t`Deleted contact`}
            </TextButton>
          )}
          {isHidden && <Trans>(a contact you can’t see)</Trans>}
        </span>
        <span className={classes.soft}>
          {payout ? (
            <>
              {i18n._(PAYOUT_STATE_TEXTS[payout.state])}, <Trans>sent on {fullDate(at, zone)}</Trans>
            </>
          ) : (
            clock(at, zone)
          )}
          {by && <>, {by}</>}
        </span>
      </span>
      <span>{moneyText(amount, currency)}</span>
    </li>
  )
}
