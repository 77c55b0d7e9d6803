import type { Booking } from '@frontdesk/contract/api'
import { BOOKING_NOTE_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { resourcesText, SOURCE_TEXTS, STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { BOOKINGS_KEY, bookingById } from '../../entities/booking/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { durationText } from '../../lib/duration-text.ts'
import { moneyText } from '../../lib/money-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { clock, momentIn } from '../../lib/time.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Bookings.module.css'
import { DeskActions } from './DeskActions.tsx'

/** A visit with everything about it, and what can be done with it. */
export function BookingModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const booking = useQuery(bookingById(id))
  return (
    <ModalFrame title={t`Visit`} onClose={onClose}>
      <QueryState query={booking} rows={6}>
        {(data) => (data.isBusy ? <Busy booking={data} /> : <Details key={data.id} booking={data} onClose={onClose} />)}
      </QueryState>
    </ModalFrame>
  )
}

function Busy({ booking }: { booking: Booking }) {
  return (
    <p>
      <Trans>Busy, {momentIn(booking.startsOnUtc, booking.timeZone)}. You don’t have access to this contact.</Trans>
    </p>
  )
}

function Details({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const location = useLocations().find(({ id }) => id === booking.locationID)
  const { contact, items, startsOnUtc, endsOnUtc, timeZone, answers, endReason } = booking
  const people = resourcesText(booking)
  return (
    <>
      <dl className={classes.details}>
        <dt>{t`Status`}</dt>
        <dd>{i18n._(STATUS_TEXTS[booking.status])}</dd>
        <dt>{t`Time`}</dt>
        <dd>
          {momentIn(startsOnUtc, timeZone)} – {clock(endsOnUtc, timeZone)}
        </dd>
        <dt>{t`Contact`}</dt>
        <dd>{contact ? <ContactLinks contact={contact} onClose={onClose} /> : t`Unknown or deleted`}</dd>
        <dt>{t`Service`}</dt>
        <dd>
          {items.map((item) => (
            <ItemText key={item.startsOnUtc} item={item} />
          ))}
        </dd>
        {people && (
          <>
            <dt>{t`With`}</dt>
            <dd>{people}</dd>
          </>
        )}
        <dt>{t`Location`}</dt>
        <dd>{location?.name}</dd>
        {answers.map(({ question, answer }) => (
          <Fragment key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </Fragment>
        ))}
        <dt>{t`Booked by`}</dt>
        <dd>{booking.createdBy ?? i18n._(SOURCE_TEXTS[booking.source])}</dd>
        {endReason && (
          <>
            <dt>{t`Reason`}</dt>
            <dd>{endReason}</dd>
          </>
        )}
      </dl>
      <div className={classes.actions}>
        <DeskActions booking={booking} />
      </div>
      <NoteForm booking={booking} />
    </>
  )
}

function NoteForm({ booking: { id, version, note } }: { booking: Booking }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { note },
    save: async (values) => {
      await api.bookings.update({ id, version, note: values.note })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
    },
  })
  return (
    <Form form={form} onSaved={() => form.rebase(form.values)}>
      <Textarea
        mt="md"
        label={t`Note for the team`}
        autosize
        minRows={2}
        maxLength={BOOKING_NOTE_MAX}
        {...form.text('note')}
      />
      {form.isChanged && (
        <Button type="submit" size="xs" loading={form.isSaving} style={{ alignSelf: 'flex-end' }}>
          <Trans>Save note</Trans>
        </Button>
      )}
    </Form>
  )
}

function ContactLinks({ contact, onClose }: { contact: NonNullable<Booking['contact']>; onClose: () => void }) {
  const { id, name, phone, conversationSid } = contact
  return (
    <>
      <Anchor component={Link} to={`/contacts/${id}`} onClick={onClose} dir="auto">
        {name}
      </Anchor>
      <span className={classes.visitDetail}>{phoneText(phone)}</span>
      {conversationSid && (
        <Anchor component={Link} to={`/conversations/${conversationSid}`} onClick={onClose} size="sm">
          <Trans>Open conversation</Trans>
        </Anchor>
      )}
    </>
  )
}

function ItemText({ item }: { item: Booking['items'][number] }) {
  const { serviceName, startsOnUtc, endsOnUtc, priceAmount, currency } = item
  const minutes = (Date.parse(endsOnUtc) - Date.parse(startsOnUtc)) / 60_000
  return (
    <div>
      {serviceName}
      <span className={classes.visitDetail}>
        {durationText(minutes)}
        {priceAmount !== null && ` · ${moneyText(priceAmount, currency)}`}
      </span>
    </div>
  )
}
