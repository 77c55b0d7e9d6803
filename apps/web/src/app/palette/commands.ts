import { can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconAddressBook,
  IconAlertTriangle,
  IconArrowMerge,
  IconBell,
  IconBuildingStore,
  IconCalendarEvent,
  IconDeviceDesktop,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconMessage,
  IconMessageSearch,
  IconMoon,
  IconPencilPlus,
  IconSearch,
  IconSettings,
  IconSpeakerphone,
  IconSun,
  IconTools,
  IconUpload,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { conversationVersions } from '../../entities/conversation/conversation-versions.ts'
import { searchResults } from '../../entities/conversation/search-queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useSubscription, useTrialGate } from '../../entities/subscription/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { bookingPagesFor } from '../bookings/booking-pages.ts'
import { destinationsFor } from '../frame/navigation.ts'
import { marketingPagesFor } from '../marketing/marketing-pages.ts'
import { settingsPagesFor } from '../settings/settings-pages.ts'
import { useDocumentCommands, usePaymentActions } from './payment-commands.ts'
import { useThreadCommands } from './thread-commands.ts'
import { useBookingActions, useVisitCommands } from './visit-commands.ts'

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

const SEARCH_AFTER_MS = 200
const HITS_SHOWN = 6
const SEARCH_FROM = 2

/** Everything that can be found, opened or done. A command's label or search terms must contain every typed word. */
export function useCommands(term: string): {
  groups: CommandGroup[]
  isSearching: boolean
  /** The location to search for conversations; null: all. */
  narrowedTo: string | null
} {
  const { t, i18n } = useLingui()
  const me = useMe()
  const navigate = useNavigate()
  const locations = useLocations()
  const chosen = useStore(chosenLocation)
  const narrowedTo = locations.find(({ id }) => id === chosen)?.name ?? null
  const { setColorScheme } = useMantineColorScheme()
  const isDevAdmin = useSubscription()?.isDevAdmin ?? false
  const trialGate = useTrialGate()
  const ofThread = useThreadCommands()
  const [searched] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const isSearchable = searched.length >= SEARCH_FROM
  const results = useInfiniteQuery({ ...searchResults(searched, chosen), enabled: isSearchable })
  const firstPage = isSearchable && term.trim() !== '' ? results.data?.pages[0] : undefined

  const visits = useVisitCommands(searched, isSearchable && term.trim() !== '')
  const documents = useDocumentCommands(searched, isSearchable && term.trim() !== '')
  const bookingActions = useBookingActions()
  const paymentActions = usePaymentActions()

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
    ...bookingActions,
    ...paymentActions,
    ...(can(me, 'contacts_edit')
      ? [
          {
            key: 'add-contact',
            label: t`Add contact`,
            words: t`new person card`,
            icon: IconAddressBook,
            run: () => openModal('add-contact'),
          },
          {
            key: 'import-contacts',
            label: t`Import contacts`,
            words: t`upload file CSV vCard`,
            icon: IconUpload,
            run: () => trialGate('import', () => void navigate({ to: '/contacts/import' })),
          },
          {
            key: 'duplicates',
            label: t`Possible duplicates`,
            words: t`merge same person`,
            icon: IconArrowMerge,
            run: () => void navigate({ to: '/contacts/duplicates' }),
          },
          {
            key: 'new-group',
            label: t`New group`,
            words: t`add create list many`,
            icon: IconUsersPlus,
            run: () => void navigate({ to: '/groups/new' }),
          },
        ]
      : []),
    ...(can(me, 'admin_manage_users')
      ? [
          {
            key: 'invite',
            label: t`Invite a teammate`,
            words: t`add team member user`,
            icon: IconUserPlus,
            run: () => openModal('invite-teammate'),
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
            label: t`Show ${name} only`,
            words: t`switch location`,
            icon: IconBuildingStore,
            run: () => chosenLocation.set(id),
          })),
        ]
      : []),
    {
      key: 'light',
      label: t`Light theme`,
      words: t`colors bright day`,
      icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      key: 'dark',
      label: t`Dark theme`,
      words: t`colors night`,
      icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    {
      key: 'auto',
      label: t`System theme`,
      words: t`colors automatic`,
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

  const searchedWords = term.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matchesSearch = ({ label, words = '' }: Command) => {
    const text = `${label} ${words}`.toLocaleLowerCase()
    return searchedWords.every((word) => text.includes(word))
  }
  /** Labels that contain the typed phrase come before those with the words apart. */
  const phrase = term.trim().toLocaleLowerCase()
  const isNamed = ({ label }: Command) => label.toLocaleLowerCase().includes(phrase)
  const narrowed = (commands: Command[]) =>
    commands.filter(matchesSearch).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const conversations: Command[] = (firstPage?.conversations ?? []).map(
    ({ sid, friendlyName, phoneNumber, attributes }) => ({
      key: sid,
      label: friendlyName || phoneText(phoneNumber),
      hint: attributes.isClosed ? t`Closed` : friendlyName ? phoneText(phoneNumber) : undefined,
      icon: IconMessage,
      run: () => void navigate({ to: '/conversations/$sid', params: { sid } }),
    }),
  )
  const contacts: Command[] = (firstPage?.contacts ?? []).map((contact) => {
    const number = contact.name ? phoneText(contact.phone) : ''
    return {
      key: `contact-${contact.id}`,
      label: contactName(contact),
      // The same person is listed with the conversation.
      hint: contact.conversationSid ? [number, t`Contact page`].filter(Boolean).join(' · ') : number,
      icon: IconUser,
      run: () => void navigate({ to: '/contacts/$id', params: { id: contact.id } }),
    }
  })
  const contactGroups: Command[] = (firstPage?.groups ?? []).map(({ sid, name }) => ({
    key: `group-${sid}`,
    label: name,
    icon: IconUsers,
    run: () => void navigate({ to: '/groups/$groupSid', params: { groupSid: sid } }),
  }))
  const messages: Command[] = (firstPage?.hits ?? []).slice(0, HITS_SHOWN).map((hit) => {
    const conversation = conversationVersions.get(hit.conversationSid)
    return {
      key: hit.sid,
      label: hit.fragments.map(({ text }) => text).join(''),
      hint: conversation && (conversation.friendlyName || phoneText(conversation.phoneNumber)),
      icon: IconMessageSearch,
      run: () =>
        void navigate({
          to: '/conversations/$sid',
          params: { sid: hit.conversationSid },
          search: { q: searched, at: hit.index },
        }),
    }
  })
  if (firstPage && (firstPage.hits.length > HITS_SHOWN || firstPage.nextCursor !== null)) {
    messages.push({
      key: 'all-results',
      label: t`Show all results in the inbox`,
      icon: IconSearch,
      run: () => void navigate({ to: '/conversations', search: { q: searched } }),
    })
  }
  const at = (name: string) => (narrowedTo ? t`${name} at ${narrowedTo}` : name)
  const named: CommandGroup[] = [
    { key: 'thread', title: t`This conversation`, commands: narrowed(ofThread) },
    { key: 'screens', title: t`Go to`, commands: narrowed(screens) },
    { key: 'settings', title: t`Settings`, commands: narrowed(settings) },
    { key: 'actions', title: t`Actions`, commands: narrowed(actions) },
  ].toSorted((a, b) => Number(b.commands.some(isNamed)) - Number(a.commands.some(isNamed)))
  const people: CommandGroup[] = [
    { key: 'people', title: at(t`Conversations`), commands: conversations },
    { key: 'contacts', title: at(t`Contacts`), commands: contacts },
    { key: 'visits', title: at(t`Visits`), commands: visits },
    { key: 'documents', title: at(t`Payments`), commands: documents },
    { key: 'groups', title: at(t`Groups`), commands: contactGroups },
  ]
  // Enter takes the first entry: actions for the open conversation, then people, then other matching commands.
  const [first, ...others] = named
  const isThreadFirst = first?.key === 'thread' && phrase !== '' && first.commands.some(isNamed)
  const groups: CommandGroup[] = [
    ...(isThreadFirst ? [first, ...people, ...others] : [...people, ...named]),
    { key: 'messages', title: at(t`Messages`), commands: messages },
  ]
  return {
    narrowedTo,
    groups: groups.filter(({ commands }) => commands.length > 0),
    isSearching: term.trim().length >= SEARCH_FROM && (results.isFetching || searched !== term.trim()),
  }
}
