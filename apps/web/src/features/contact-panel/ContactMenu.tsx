import type { Contact, Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDots, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { numbersOf } from '../../entities/conversation/number-pairs.ts'
import { threadDialog } from '../../entities/conversation/thread-dialog.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { openModal } from '../../ui/modal/modals.ts'

interface Props {
  contact: Contact
  conversation: Conversation | undefined
  onDeleted: () => void
}

/** What can be done with the open contact. */
export function ContactMenu({ contact, conversation, onDeleted }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const isPhone = useIsPhone()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayEdit = can(me, 'contacts_edit')
  const mayDelete = can(me, 'convos_delete_contact_conversation')
  const numbers = conversation ? numbersOf(conversation) : []
  if (isViewingAs || (!mayEdit && !mayDelete && numbers.length === 0)) return null
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={isPhone ? 44 : undefined} aria-label={t`More`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openModal('edit-contact', { contact })}>
            <Trans>Edit contact…</Trans>
          </Menu.Item>
        )}
        {numbers.some(({ isBlocked }) => isBlocked) && (
          <Menu.Item leftSection={<IconBan size={16} />} onClick={() => threadDialog.open('unblock')}>
            <Trans>Unblock number…</Trans>
          </Menu.Item>
        )}
        {numbers.some(({ isBlocked }) => !isBlocked) && (
          <Menu.Item
            color="var(--fd-danger)"
            leftSection={<IconBan size={16} />}
            onClick={() => threadDialog.open('block')}
          >
            <Trans>Block number…</Trans>
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            color="var(--fd-danger)"
            leftSection={<IconUserMinus size={16} />}
            onClick={() => openModal('delete-contact', { contact, onDeleted })}
          >
            <Trans>Delete contact…</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
