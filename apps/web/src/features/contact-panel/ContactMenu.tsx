import type { Contact, Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowMerge, IconBan, IconDots, IconPencil, IconStar, IconUserMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { numbersOf } from '../../entities/conversation/number-pairs.ts'
import { threadDialog } from '../../entities/conversation/thread-dialog.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { openModal } from '../../ui/modal/modals.ts'

interface Props {
  contact: Contact
  conversation: Conversation | undefined
  onDeleted: () => void
}

/** Actions on the open contact. */
export function ContactMenu({ contact, conversation, onDeleted }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const isPhone = useIsPhone()
  const trialGate = useTrialGate()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayEdit = can(me, 'contacts_edit')
  const mayDelete = can(me, 'convos_delete_contact_conversation')
  const numbers = conversation ? numbersOf(conversation) : []
  if (isViewingAs) return null
  const name = contactName(contact)
  const isBlocking = !contact.isBlocked
  /** For a contact without a conversation; the dialog of a conversation also chooses among its numbers. */
  const changeBlock = () =>
    confirm({
      title: isBlocking ? t`Block ${name}?` : t`Unblock ${name}?`,
      text: isBlocking
        ? t`You can’t text ${phoneText(contact.phone)} while it’s blocked, and its texts arrive silently. You can unblock it at any time.`
        : t`You can text this contact again, and you’ll be notified about new texts.`,
      confirmLabel: isBlocking ? t`Block number` : t`Unblock number`,
      isDestructive: isBlocking,
      act: async () =>
        applyContactChange(cache, await api.contacts.updateBlock({ id: contact.id, isBlocked: isBlocking })),
    })
  return (
    <Menu position="bottom-end" width={240}>
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
        <Menu.Item
          leftSection={<IconStar size={16} />}
          onClick={() => trialGate('review-invite', () => openModal('review-invite', { contact }))}
        >
          <Trans>Send review invite…</Trans>
        </Menu.Item>
        {mayEdit && (
          <Menu.Item
            leftSection={<IconArrowMerge size={16} />}
            onClick={() => openModal('merge-contacts', { contact })}
          >
            <Trans>Merge with another contact…</Trans>
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
        {!conversation && (
          <Menu.Item
            color={contact.isBlocked ? undefined : 'var(--fd-danger)'}
            leftSection={<IconBan size={16} />}
            onClick={changeBlock}
          >
            {contact.isBlocked ? <Trans>Unblock number…</Trans> : <Trans>Block number…</Trans>}
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
