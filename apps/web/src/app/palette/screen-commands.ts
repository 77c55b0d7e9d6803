import { useLingui } from '@lingui/react/macro'
import {
  IconAlertTriangle,
  IconBell,
  IconCalendarEvent,
  IconSettings,
  IconSpeakerphone,
  IconTools,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { bookingPagesFor } from '../bookings/booking-pages.ts'
import { destinationsFor } from '../frame/navigation.ts'
import { marketingPagesFor } from '../marketing/marketing-pages.ts'
import { settingsPagesFor } from '../settings/settings-pages.ts'
import type { Command } from './commands.ts'

/** The screens and the settings pages that the user may open. */
export function useScreenCommands(): { screens: Command[]; settings: Command[] } {
  const { t, i18n } = useLingui()
  const me = useMe()
  const navigate = useNavigate()
  const isDevAdmin = useSubscription()?.isDevAdmin ?? false

  const screens: Command[] = destinationsFor(me).map(({ to, label, icon }) => ({
    key: `to-${to}`,
    label: i18n._(label),
    icon,
    run: () => void navigate({ to }),
  }))
  screens.push({
    key: 'to-undelivered',
    label: t`Undelivered`,
    words: t`failed messages errors not delivered`,
    icon: IconAlertTriangle,
    run: () => void navigate({ to: '/undelivered' }),
  })
  screens.push({
    key: 'to-notifications',
    label: t`Notifications`,
    words: t`bell alerts`,
    icon: IconBell,
    run: () => void navigate({ to: '/notifications' }),
  })
  if (isDevAdmin) {
    screens.push({
      key: 'to-dev-admin',
      label: t`Dev admin`,
      icon: IconTools,
      run: () => void navigate({ to: '/dev-admin' }),
    })
  }
  for (const { to, label, words } of marketingPagesFor(me)) {
    // The first one is a main screen.
    if (to === '/marketing') continue
    screens.push({
      key: `to-${to}`,
      label: i18n._(label),
      words: i18n._(words),
      icon: IconSpeakerphone,
      run: () => void navigate({ to }),
    })
  }
  for (const { to, label, paletteLabel, words } of bookingPagesFor(me)) {
    // The first one is a main screen.
    if (to === '/bookings') continue
    screens.push({
      key: `to-${to}`,
      label: i18n._(paletteLabel ?? label),
      words: i18n._(words),
      icon: IconCalendarEvent,
      run: () => void navigate({ to }),
    })
  }
  const settings: Command[] = settingsPagesFor(me).map(({ to, label, words }) => ({
    key: `to-${to}`,
    label: i18n._(label),
    words: i18n._(words),
    icon: IconSettings,
    run: () => void navigate({ to }),
  }))
  return { screens, settings }
}
