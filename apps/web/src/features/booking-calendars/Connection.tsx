import type { CalendarConnection, ConnectedCalendar } from '@frontdesk/contract/api'
import type { CalendarErrorKind } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Checkbox } from '@mantine/core'
import classes from './Calendars.module.css'
import type { useCalendarActions } from './use-calendar-actions.ts'

type Actions = ReturnType<typeof useCalendarActions>

const ERROR_TEXTS: Record<CalendarErrorKind, MessageDescriptor> = {
  unavailable: msg`This calendar couldn’t be read the last time. Its earlier events still block times.`,
  missing: msg`This calendar no longer exists in the account.`,
  'too-large': msg`This file is too large or repeats events too often. Its earlier events still block times.`,
  unreadable: msg`This address isn’t a calendar file. Check it, or add another one.`,
}

/** An account or an address, with its calendars and what they are for. */
export function Connection({ connection, actions }: { connection: CalendarConnection; actions: Actions }) {
  const { id, kind, state, name, calendars } = connection
  const { connecting, disconnect } = actions
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{name || 'Google Calendar'}</span>
        <span className={classes.choices}>
          {state === 'broken' && (
            <>
              <Badge color="red" variant="light">
                <Trans>Access lost</Trans>
              </Badge>
              <Button size="xs" loading={connecting.isPending} onClick={() => connecting.mutate(id)}>
                <Trans>Reconnect</Trans>
              </Button>
            </>
          )}
          <Button size="xs" variant="default" onClick={() => disconnect({ id, name: name || 'Google Calendar' })}>
            <Trans>Disconnect</Trans>
          </Button>
        </span>
      </div>
      {state === 'connecting' && (
        <p className={classes.soft} role="status">
          <Trans>Connecting. Its calendars show up in a moment.</Trans>
        </p>
      )}
      {state === 'broken' && (
        <p className={classes.soft}>
          <Trans>Its events are no longer read, so contacts can’t book online until you reconnect it.</Trans>
        </p>
      )}
      {state !== 'connecting' &&
        calendars.map((calendar) => (
          <CalendarChoice key={calendar.id} calendar={calendar} isAddress={kind === 'ics'} actions={actions} />
        ))}
    </li>
  )
}

function CalendarChoice({
  calendar,
  isAddress,
  actions: { choosing },
}: {
  calendar: ConnectedCalendar
  isAddress: boolean
  actions: Actions
}) {
  const { t, i18n } = useLingui()
  const { id, name, isBlocking, isWritten, mayWrite, error } = calendar
  return (
    <div>
      <div className={classes.calendar}>
        {!isAddress && <span>{name}</span>}
        <span className={classes.choices}>
          <Checkbox
            label={t`Blocks times`}
            aria-label={t`${name} blocks times`}
            checked={isBlocking}
            disabled={choosing.isPending}
            onChange={(event) => choosing.mutate({ id, isWritten, isBlocking: event.currentTarget.checked })}
          />
          {mayWrite && (
            <Checkbox
              label={t`Gets bookings`}
              aria-label={t`${name} gets bookings`}
              checked={isWritten}
              disabled={choosing.isPending}
              onChange={(event) => choosing.mutate({ id, isBlocking, isWritten: event.currentTarget.checked })}
            />
          )}
        </span>
      </div>
      {error && <p className={classes.soft}>{i18n._(ERROR_TEXTS[error])}</p>}
    </div>
  )
}
