import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FloatingPosition, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconBell,
  IconCheck,
  IconDeviceDesktop,
  IconHelp,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconSun,
  IconTool,
  IconVolume,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFirstDay } from '../../entities/first-day/queries.ts'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { OtherTenants } from '../../features/accounts/OtherTenants.tsx'
import { notificationPreferences } from '../../features/notifications/queries.ts'
import { alertsHere, setAlertsHere } from '../../features/notifications/this-device.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './AccountMenu.module.css'
import { AccountTrigger } from './AccountTrigger.tsx'

const SCHEMES: { value: MantineColorScheme; label: MessageDescriptor; icon: Icon }[] = [
  { value: 'light', label: msg`Light`, icon: IconSun },
  { value: 'dark', label: msg`Dark`, icon: IconMoon },
  { value: 'auto', label: msg`System`, icon: IconDeviceDesktop },
]

interface Props {
  position: FloatingPosition
  withName?: boolean
}

export function AccountMenuBody({ position, withName }: Props) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const cache = useQueryClient()
  const preferences = useQuery(notificationPreferences).data
  const hasSound = preferences?.isSoundOn ?? false
  const notifies = useStore(alertsHere)
  const isDevAdmin = useSubscription()?.isDevAdmin ?? false
  const showFailure = useFailureToast()
  const firstDay = useFirstDay()
  const toggleSound = async () => {
    if (!preferences) return
    const next = { ...preferences, isSoundOn: !hasSound }
    cache.setQueryData(notificationPreferences.queryKey, next)
    try {
      await api.notifications.savePreferences(next)
    } catch (error) {
      cache.setQueryData(notificationPreferences.queryKey, preferences)
      showFailure(error)
    }
  }
  if (!session) return null
  const role = session.roles[0]

  return (
    <Menu position={position} width={240} defaultOpened>
      <Menu.Target>
        <AccountTrigger withName={withName} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{session.displayName}</strong>
          <span>{session.userName}</span>
          <span>
            {role && i18n._(ROLE_TEXTS[role])} · {session.tenantName}
          </span>
        </div>
        <Menu.Divider />
        <OtherTenants />
        {SCHEMES.map(({ value, label, icon: SchemeIcon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<SchemeIcon size={16} />}
            rightSection={colorScheme === value && <IconCheck size={14} aria-label={t`Selected`} />}
            onClick={() => setColorScheme(value)}
          >
            {i18n._(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconVolume size={16} />}
          rightSection={hasSound && <IconCheck size={14} aria-label={t`On`} />}
          disabled={!preferences}
          onClick={() => void toggleSound()}
        >
          <Trans>Sound for new messages</Trans>
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconBell size={16} />}
          rightSection={notifies && <IconCheck size={14} aria-label={t`On`} />}
          onClick={() => void setAlertsHere(!notifies).catch(showFailure)}
        >
          <Trans>Desktop notifications</Trans>
        </Menu.Item>
        <Menu.Divider />
        {firstDay && (
          <Menu.Item leftSection={<IconListCheck size={16} />} onClick={() => openModal('getting-started')}>
            <Trans>Get started</Trans>
          </Menu.Item>
        )}
        {isDevAdmin && (
          <Menu.Item leftSection={<IconTool size={16} />} component={Link} to="/dev-admin">
            <Trans>Dev admin</Trans>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHelp size={16} />} onClick={() => openModal('help-and-support')}>
          <Trans>Help and support</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => openModal('keyboard-shortcuts')}>
          <Trans>Keyboard shortcuts</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} component={Link} to="/logout">
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
