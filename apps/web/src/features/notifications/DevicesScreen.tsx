import type { NotificationDevice } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { IconBellRinging, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { fullDate, moment } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { confirm } from '../../ui/modal/confirm.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './DevicesScreen.module.css'
import { notificationDevices, notificationKeys } from './queries.ts'
import { alertsHere, pushHere, setAlertsHere } from './this-device.ts'

export function DevicesScreen() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [renaming, setRenaming] = useState<NotificationDevice>()
  const reload = () => cache.invalidateQueries({ queryKey: notificationKeys.devices })
  return (
    <PageLayout
      title={t`Devices`}
      text={t`Browsers and phones that get your notifications, even when Frontdesk is closed.`}
    >
      <PageSection title={t`Your devices`}>
        <Devices onRename={setRenaming} onChanged={reload} />
      </PageSection>
      {renaming && <RenameModal device={renaming} onChanged={reload} onClose={() => setRenaming(undefined)} />}
    </PageLayout>
  )
}

interface DevicesProps {
  onRename: (device: NotificationDevice) => void
  onChanged: () => Promise<void>
}

function Devices({ onRename, onChanged }: DevicesProps) {
  const { t } = useLingui()
  const devices = useQuery(notificationDevices)
  const isOn = useStore(alertsHere)
  const adding = useMutation({ mutationFn: () => setAlertsHere(true), onSuccess: onChanged })
  return (
    <QueryState query={devices} rows={2}>
      {(data) => {
        const rows = data.devices
        if (rows.length === 0) {
          return (
            <>
              <ErrorText error={adding.error} mb="sm" />
              <EmptyState
                icon={<IconBellRinging size={28} stroke={1.5} />}
                title={t`No devices yet`}
                text={
                  isOn
                    ? t`This browser notifies you while Frontdesk is open in a tab. It can’t be reached when Frontdesk is closed.`
                    : t`Turn on notifications to hear about new messages even when Frontdesk is closed.`
                }
                action={
                  !isOn && (
                    <Button size="xs" loading={adding.isPending} onClick={() => adding.mutate()}>
                      <Trans>Turn on notifications</Trans>
                    </Button>
                  )
                }
              />
            </>
          )
        }
        return (
          <ul className={rowClasses.list}>
            {rows.map((device) => (
              <Device key={device.deviceID} device={device} onRename={onRename} onChanged={onChanged} />
            ))}
          </ul>
        )
      }}
    </QueryState>
  )
}

function Device({ device, onRename, onChanged }: { device: NotificationDevice } & DevicesProps) {
  const { t } = useLingui()
  const testing = useMutation({
    mutationFn: () => api.notifications.testDevice({ deviceID: device.deviceID }),
  })
  const { name, browser, os, lastPushOnUtc, createdOnUtc } = device
  const Icon = device.configTypeID === 'mobile-app' ? IconDeviceMobile : IconDeviceDesktop
  const remove = () =>
    confirm({
      title: t`Remove ${name}?`,
      confirmLabel: t`Remove`,
      text: t`It won’t get notifications anymore. It stays signed in.`,
      act: async () => {
        if (pushHere.get()?.deviceID === device.deviceID) await setAlertsHere(false)
        else await api.notifications.removeDevice({ deviceID: device.deviceID })
        await onChanged()
      },
    })
  return (
    <li className={classes.device}>
      <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.what}>
        <div className={classes.name}>
          {name}
          {device.isCurrentSession && (
            <span className={classes.here}>
              <Trans>This device</Trans>
            </span>
          )}
        </div>
        <div className={classes.soft}>
          {browser}, {os} · <Trans>added {fullDate(createdOnUtc)}</Trans>
        </div>
        <div className={classes.soft} role="status">
          {testing.isSuccess
            ? t`Test sent. It should show up within seconds.`
            : lastPushOnUtc
              ? t`Last notified ${moment(lastPushOnUtc)}`
              : t`Not notified yet`}
        </div>
        <ErrorText error={testing.error} mt="xs" />
      </div>
      <Group gap={6}>
        <Button
          size="compact-sm"
          variant="default"
          loading={testing.isPending}
          aria-label={t`Test ${name}`}
          onClick={() => testing.mutate()}
        >
          <Trans>Test</Trans>
        </Button>
        <Button size="compact-sm" variant="default" aria-label={t`Rename ${name}`} onClick={() => onRename(device)}>
          <Trans>Rename</Trans>
        </Button>
        <Button size="compact-sm" variant="default" aria-label={t`Remove ${name}`} onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      </Group>
    </li>
  )
}

interface RenameProps {
  device: NotificationDevice
  onChanged: () => Promise<void>
  onClose: () => void
}

function RenameModal({ device, onChanged, onClose }: RenameProps) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { name: device.name },
    rules: { name: required },
    save: async ({ name }) => {
      await api.notifications.renameDevice({ deviceID: device.deviceID, name })
      await onChanged()
    },
  })
  return (
    <FormModal title={t`Rename device`} submitLabel={t`Rename`} form={form} onClose={onClose}>
      <TextInput label={t`Name`} maxLength={60} data-autofocus {...form.text('name')} />
    </FormModal>
  )
}
