import { can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconAddressBook,
  IconArrowMerge,
  IconBuildingStore,
  IconDeviceDesktop,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPencilPlus,
  IconSun,
  IconUpload,
  IconUserPlus,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import type { Command } from './commands.ts'
import { usePaymentActions } from './payment-commands.ts'
import { useBookingActions } from './visit-commands.ts'

/** Actions that are available on every screen. */
export function useActionCommands(): Command[] {
  const { t } = useLingui()
  const me = useMe()
  const navigate = useNavigate()
  const locations = useLocations()
  const { setColorScheme } = useMantineColorScheme()
  const trialGate = useTrialGate()
  const bookingActions = useBookingActions()
  const paymentActions = usePaymentActions()

  return [
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
}
