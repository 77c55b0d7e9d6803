import type { NotificationPreferences } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { SaveNote, saveStateOf } from '../../ui/form/SaveNote.tsx'
import { TimeSelect } from '../../ui/input/TimeSelect.tsx'
import { TimeZoneSelect } from '../../ui/input/TimeZoneSelect.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './NotificationSettings.module.css'
import { notificationKeys, notificationPreferences } from './queries.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7]
/** A Monday. */
const weekdayName = (day: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  )

export function QuietHours() {
  const preferences = useQuery(notificationPreferences)
  return (
    <QueryState query={preferences} rows={3}>
      {(data) => <Form preferences={data} />}
    </QueryState>
  )
}

function Form({ preferences }: { preferences: NotificationPreferences }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const saving = useMutation({
    mutationFn: (next: NotificationPreferences) => api.notifications.savePreferences(next),
    onMutate: (next) => cache.setQueryData(notificationPreferences.queryKey, next),
    onError: () => cache.invalidateQueries({ queryKey: notificationKeys.preferences }),
  })
  const change = (next: Partial<NotificationPreferences>) => saving.mutate({ ...preferences, ...next })
  const { quietHoursEnabled: isQuiet, timeZone } = preferences
  return (
    <>
      <Switch
        label={t`Sound for new messages`}
        checked={preferences.isSoundOn}
        onChange={(event) => change({ isSoundOn: event.currentTarget.checked })}
      />
      <Switch
        mt="md"
        label={t`Quiet hours`}
        description={t`No sounds, alerts, or emails. Anything new waits in Notifications.`}
        checked={isQuiet}
        onChange={(event) => change({ quietHoursEnabled: event.currentTarget.checked })}
      />
      {isQuiet && (
        <div className={classes.quiet}>
          <Group gap="sm">
            <TimeSelect
              w={140}
              label={t`From`}
              value={preferences.quietFrom}
              onChange={(quietFrom) => change({ quietFrom })}
            />
            <TimeSelect
              w={140}
              label={t`Until`}
              value={preferences.quietUntil}
              onChange={(quietUntil) => change({ quietUntil })}
            />
          </Group>
          <Checkbox.Group
            label={t`On these nights`}
            value={preferences.quietDays.map(String)}
            onChange={(days) => change({ quietDays: days.map(Number) })}
          >
            <Group gap="sm" mt={6}>
              {DAYS.map((day) => (
                <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
              ))}
            </Group>
          </Checkbox.Group>
          <TimeZoneSelect label={t`Your time zone`} value={timeZone} onChange={(zone) => change({ timeZone: zone })} />
        </div>
      )}
      <SaveNote state={saveStateOf(saving)} />
    </>
  )
}
