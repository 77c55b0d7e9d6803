import type { NotificationSetting } from '@frontdesk/contract/api'
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KIND_KEYS,
  type NotificationChannel,
  notificationTypeID,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { SaveNote, saveStateOf } from '../../ui/form/SaveNote.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './NotificationSettings.module.css'
import { CHANNEL_TEXTS, KIND_TEXTS } from './notification-texts.ts'
import { QuietHours } from './QuietHours.tsx'
import { notificationKeys, notificationSettings } from './queries.ts'
import { alertsHere, pushHere, setAlertsHere } from './this-device.ts'

export function NotificationSettingsScreen() {
  const { t } = useLingui()
  return (
    <PageLayout
      title={t`Notifications`}
      tabTitle={t`Notification settings`}
      text={t`Choose what you’re notified about and how. Only you see these settings.`}
    >
      <PageSection isCard title={t`This device`}>
        <ThisDevice />
      </PageSection>
      <PageSection
        title={t`What you’re notified about`}
        text={t`Anything turned off everywhere won’t appear in Notifications.`}
      >
        <Types />
      </PageSection>
      <PageSection isCard title={t`Sound and quiet hours`}>
        <QuietHours />
      </PageSection>
    </PageLayout>
  )
}

function ThisDevice() {
  const { t } = useLingui()
  const isOn = useStore(alertsHere)
  const push = useStore(pushHere)
  const switching = useMutation({ mutationFn: setAlertsHere })
  return (
    <>
      <Switch
        label={t`Notifications on this device`}
        description={
          !isOn
            ? t`Your browser will ask for permission.`
            : push
              ? t`Even when Frontdesk is closed.`
              : t`While Frontdesk is open in a tab. This browser can’t be reached when Frontdesk is closed.`
        }
        checked={isOn}
        disabled={switching.isPending}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
      <ErrorText error={switching.error} mt="sm" />
      <Button variant="default" size="xs" mt="sm" component={Link} to="/settings/devices">
        <Trans>All your devices</Trans>
      </Button>
    </>
  )
}

function Types() {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const settings = useQuery(notificationSettings)
  const saving = useMutation({
    mutationFn: (setting: NotificationSetting) => api.notifications.saveConfigs({ settings: [setting] }),
    onMutate: (setting) =>
      cache.setQueryData(notificationSettings.queryKey, (old) =>
        old?.map((one) => (one.notificationTypeID === setting.notificationTypeID ? setting : one)),
      ),
    onError: () => cache.invalidateQueries({ queryKey: notificationKeys.settings }),
  })
  return (
    <QueryState query={settings} rows={4}>
      {(data) => {
        const isOn = (id: string) => data.find(({ notificationTypeID: typeId }) => typeId === id)?.isEnabled ?? false
        return (
          <>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Notification</Trans>
                  </th>
                  {NOTIFICATION_CHANNELS.map((channel) => (
                    <th key={channel} scope="col" className={classes.channel}>
                      {i18n._(CHANNEL_TEXTS[channel])}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {NOTIFICATION_KIND_KEYS.map((kind) => {
                  const { label, text } = KIND_TEXTS[kind]
                  return (
                    <tr key={kind}>
                      <th scope="row">
                        <div>{i18n._(label)}</div>
                        <div className={classes.soft}>{i18n._(text)}</div>
                      </th>
                      {NOTIFICATION_CHANNELS.map((channel: NotificationChannel) => {
                        const id = notificationTypeID(channel, kind)
                        return (
                          <td key={channel} className={classes.channel}>
                            <Switch
                              aria-label={t`${i18n._(label)}: ${i18n._(CHANNEL_TEXTS[channel])}`}
                              checked={isOn(id)}
                              onChange={(event) =>
                                saving.mutate({
                                  notificationTypeID: id,
                                  configTypeID: channel,
                                  isEnabled: event.currentTarget.checked,
                                })
                              }
                            />
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <div className={classes.saved}>
              <SaveNote state={saveStateOf(saving)} />
            </div>
            <p className={classes.soft}>
              <Trans>
                If you’re away, we’ll email a summary of anything unread after 10 minutes, at most once an hour.
              </Trans>
            </p>
          </>
        )
      }}
    </QueryState>
  )
}
