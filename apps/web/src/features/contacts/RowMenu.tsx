import type { ListedContact } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBan,
  IconDots,
  IconMessage,
  IconMessagePlus,
  IconNote,
  IconPencil,
  IconStar,
  IconTag,
  IconUserMinus,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { CONTACTS_KEY } from '../../entities/contact/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { openModal } from '../../ui/modal/modals.ts'

/** Actions on a contact in the list without opening it. */
export function RowMenu({ contact }: { contact: ListedContact }) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const isPhone = useIsPhone()
  const trialGate = useTrialGate()
  const { conversationSid: sid } = contact
  const confirmBlock = () => {
    const number = phoneText(contact.phone)
    const change = async () => {
      await api.contacts.updateBlock({ id: contact.id, isBlocked: !contact.isBlocked })
      await cache.invalidateQueries({ queryKey: CONTACTS_KEY })
    }
    confirm(
      contact.isBlocked
        ? {
            title: t`Unblock ${number}?`,
            text: t`You can text this number again, and you’ll be notified about new texts.`,
            confirmLabel: t`Unblock number`,
            isDestructive: false,
            act: change,
          }
        : {
            title: t`Block ${number}?`,
            text: t`You can’t text this number anymore, and its texts arrive silently. They’re kept.`,
            confirmLabel: t`Block number`,
            act: change,
          },
    )
  }
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon size={isPhone ? 44 : 28} aria-label={t`Actions for ${contactName(contact)}`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sid ? (
          <Menu.Item
            leftSection={<IconMessage size={16} />}
            renderRoot={(props) => <Link {...props} to="/conversations/$sid" params={{ sid }} />}
          >
            <Trans>Message</Trans>
          </Menu.Item>
        ) : (
          can(me, 'convos_create_new_conversations') && (
            <Menu.Item
              leftSection={<IconMessagePlus size={16} />}
              onClick={() => openModal('start-new-conversation', { contact })}
            >
              <Trans>Start conversation…</Trans>
            </Menu.Item>
          )
        )}
        <Menu.Item
          leftSection={<IconStar size={16} />}
          onClick={() => trialGate('review-invite', () => openModal('review-invite', { contact }))}
        >
          <Trans>Send review invite…</Trans>
        </Menu.Item>
        {can(me, 'contacts_edit') && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openModal('edit-contact', { contact })}>
              <Trans>Edit contact…</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconNote size={16} />} onClick={() => openModal('contact-notes', { contact })}>
              <Trans>Notes…</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconTag size={16} />} onClick={() => openModal('contact-tags', { contact })}>
              <Trans>Tags…</Trans>
            </Menu.Item>
          </>
        )}
        <Menu.Item
          color={contact.isBlocked ? undefined : 'var(--fd-danger)'}
          leftSection={<IconBan size={16} />}
          onClick={confirmBlock}
        >
          {contact.isBlocked ? <Trans>Unblock number…</Trans> : <Trans>Block number…</Trans>}
        </Menu.Item>
        {can(me, 'convos_delete_contact_conversation') && (
          <Menu.Item
            color="var(--fd-danger)"
            leftSection={<IconUserMinus size={16} />}
            onClick={() => openModal('delete-contact', { contact })}
          >
            <Trans>Delete contact…</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
