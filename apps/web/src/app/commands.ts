import { can } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBuildingStore,
  IconDeviceDesktop,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconMessage,
  IconMoon,
  IconPencilPlus,
  IconSettings,
  IconSun,
  IconTools,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { findConversations } from '../features/conversations/queries.ts'
import { chosenLocation } from '../lib/chosen-location.ts'
import { useLocalValue } from '../lib/local-value.ts'
import { useLocations } from '../lib/locations.ts'
import { phoneText } from '../lib/phone-text.ts'
import { useMe } from '../lib/session/use-me.ts'
import { useSubscription } from '../lib/subscription.ts'
import { openModal } from '../ui/modals.ts'
import { placesFor } from './navigation.ts'
import { settingsPagesFor } from './settings-pages.ts'

export interface Command {
  key: string
  label: string
  /** Other words it may be searched by. */
  words?: string
  hint?: string
  icon: Icon
  run: () => void
}

interface CommandGroup {
  key: string
  title: string
  commands: Command[]
}

const SEARCH_AFTER_MS = 150
const SEARCH_FROM = 2

/** What somebody can go to or do, narrowed by what they typed: each word of it somewhere in the label. */
export function useCommands(term: string): {
  groups: CommandGroup[]
  isSearching: boolean
  /** The location that conversations are looked for at; null: everywhere. */
  narrowedTo: string | null
} {
  const { t, i18n } = useLingui()
  const me = useMe()
  const navigate = useNavigate()
  const locations = useLocations()
  const chosen = useLocalValue(chosenLocation)
  const narrowedTo = locations.find(({ id }) => id === chosen)?.name ?? null
  const { setColorScheme } = useMantineColorScheme()
  const isDevAdmin = useSubscription()?.isDevAdmin ?? false
  const searched = useLater(term.trim(), SEARCH_AFTER_MS)
  const isSearchable = searched.length >= SEARCH_FROM
  const people = useQuery({
    ...findConversations(searched, chosen),
    enabled: isSearchable,
    placeholderData: keepPreviousData,
  })

  const screens: Command[] = placesFor(me).map(({ to, label, icon }) => ({
    key: `to-${to}`,
    label: i18n._(label),
    icon,
    run: () => void navigate({ to }),
  }))
  screens.push({
    key: 'to-undelivered',
    label: t`Not delivered`,
    words: t`failed messages errors tray`,
    icon: IconAlertTriangle,
    run: () => void navigate({ to: '/undelivered' }),
  })
  if (isDevAdmin) {
    screens.push({
      key: 'to-dev-admin',
      label: t`Dev admin`,
      icon: IconTools,
      run: () => void navigate({ to: '/dev-admin' }),
    })
  }
  const settings: Command[] = settingsPagesFor(me).map(({ to, label, words }) => ({
    key: `to-${to}`,
    label: i18n._(label),
    words: i18n._(words),
    icon: IconSettings,
    run: () => void navigate({ to }),
  }))
  const actions: Command[] = [
    ...(can(me, 'convos_create_new_conversations')
      ? [
          {
            key: 'new-message',
            label: t`New message`,
            words: t`write text send start conversation`,
            hint: 'C',
            icon: IconPencilPlus,
            run: () => openModal('start-new-conversation'),
          },
        ]
      : []),
    ...(locations.length > 1
      ? [
          {
            key: 'all-locations',
            label: t`Show all locations`,
            icon: IconBuildingStore,
            run: () => chosenLocation.set(null),
          },
          ...locations.map(({ id, name }) => ({
            key: `location-${id}`,
            label: t`Show only ${name}`,
            words: t`switch location`,
            icon: IconBuildingStore,
            run: () => chosenLocation.set(id),
          })),
        ]
      : []),
    {
      key: 'light',
      label: t`Light colours`,
      words: t`theme bright day`,
      icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      key: 'dark',
      label: t`Dark colours`,
      words: t`theme night`,
      icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    {
      key: 'auto',
      label: t`Colours like the system`,
      words: t`theme automatic`,
      icon: IconDeviceDesktop,
      run: () => setColorScheme('auto'),
    },
    {
      key: 'shortcuts',
      label: t`Keyboard shortcuts`,
      hint: '?',
      icon: IconKeyboard,
      run: () => openModal('keyboard-shortcuts'),
    },
    {
      key: 'help',
      label: t`Help and support`,
      words: t`contact version`,
      icon: IconHelp,
      run: () => openModal('help-and-support'),
    },
    {
      key: 'logout',
      label: t`Sign out`,
      words: t`log out leave`,
      icon: IconLogout,
      run: () => void navigate({ to: '/logout' }),
    },
  ]

  const wanted = term.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = ({ label, words = '' }: Command) => {
    const text = `${label} ${words}`.toLocaleLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  /** What holds the words as they were typed comes before what has them here and there. */
  const phrase = term.trim().toLocaleLowerCase()
  const isNamed = ({ label }: Command) => label.toLocaleLowerCase().includes(phrase)
  const narrowed = (commands: Command[]) =>
    commands.filter(isWanted).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const found: Command[] =
    isSearchable && term.trim() !== ''
      ? (people.data ?? []).map(({ sid, friendlyName, phoneNumber, attributes }) => ({
          key: sid,
          label: friendlyName || phoneText(phoneNumber),
          hint: attributes.isClosed ? t`Closed` : friendlyName ? phoneText(phoneNumber) : undefined,
          icon: IconMessage,
          run: () => void navigate({ to: '/conversations/$sid', params: { sid } }),
        }))
      : []
  const groups: CommandGroup[] = [
    { key: 'people', title: narrowedTo ? t`Conversations at ${narrowedTo}` : t`Conversations`, commands: found },
    // Enter takes the first one: what is called so comes before what may only be searched by such a word.
    ...[
      { key: 'screens', title: t`Go to`, commands: narrowed(screens) },
      { key: 'settings', title: t`Settings`, commands: narrowed(settings) },
      { key: 'actions', title: t`Do`, commands: narrowed(actions) },
    ].toSorted((a, b) => Number(b.commands.some(isNamed)) - Number(a.commands.some(isNamed))),
  ]
  return {
    narrowedTo,
    groups: groups.filter(({ commands }) => commands.length > 0),
    isSearching: term.trim().length >= SEARCH_FROM && (people.isFetching || searched !== term.trim()),
  }
}

/** The value as it was once it has stood still for a while. */
function useLater(value: string, ms: number): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
