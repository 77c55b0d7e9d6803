import type { Contact } from '@frontdesk/contract/api'
import { CONTACT_PHONES_MAX, can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowMerge, IconDots, IconMessage, IconStar, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { required } from '../../ui/form/field-rules.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { useCall } from '../subscription/use-call.ts'
import { AddValue } from './AddValue.tsx'
import { applyContactChange } from './apply-contact-change.ts'
import classes from './ContactValues.module.css'
import { contactName, lineTypeText } from './contact-texts.ts'
import { existingContact } from './existing-contact.ts'

interface Props {
  contact: Contact
  mayEdit: boolean
}

/** All numbers of a contact, each with what can be done with it. Changes are saved at once. */
export function ContactPhones({ contact, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const call = useCall()
  const { id, phones } = contact
  const show = (changed: Contact) => applyContactChange(cache, changed, changed.conversationSid, id)
  return (
    <ul className={classes.list} aria-label={t`Phone numbers`}>
      {phones.map((number, index) => (
        <li key={number.phone} className={classes.row}>
          <span className={classes.value}>
            <a {...call(number.phone)}>{phoneText(number.phone)}</a>
            <span className={classes.soft}>
              {[index === 0 && phones.length > 1 && t`Main`, number.lineType && lineTypeText(number.lineType)]
                .filter(Boolean)
                .join(' · ')}
              {phones.length > 1 && number.isBlocked && (
                <span className={classes.warning}>
                  {' '}
                  <Trans>Blocked</Trans>
                </span>
              )}
              {phones.length > 1 && number.isOptedOut && (
                <span className={classes.warning}>
                  {' '}
                  <Trans>Opted out</Trans>
                </span>
              )}
            </span>
          </span>
          {mayEdit && phones.length > 1 && (
            <NumberMenu contact={contact} phone={number.phone} isMain={index === 0} onChanged={show} />
          )}
        </li>
      ))}
      {mayEdit && phones.length < CONTACT_PHONES_MAX && (
        <li>
          <AddValue
            label={t`Add number`}
            type="tel"
            rule={required}
            save={async (phone) => show(await api.contacts.addPhone({ id, phone }))}
            help={(error) => <MergeOffer contact={contact} error={error} />}
          />
        </li>
      )}
    </ul>
  )
}

interface NumberMenuProps {
  contact: Contact
  phone: string
  isMain: boolean
  onChanged: (contact: Contact) => void
}

function NumberMenu({ contact, phone, isMain, onChanged }: NumberMenuProps) {
  const { t } = useLingui()
  const me = useMe()
  const isPhone = useIsPhone()
  const showFailure = useFailureToast()
  const { id, name } = contact
  const number = phoneText(phone)
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon size={isPhone ? 44 : 24} aria-label={t`Actions for ${number}`}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can(me, 'convos_create_new_conversations') && (
          <Menu.Item
            leftSection={<IconMessage size={16} />}
            onClick={() => openModal('start-new-conversation', { contact: { id, name, phone, conversationSid: null } })}
          >
            <Trans>Message this number…</Trans>
          </Menu.Item>
        )}
        {!isMain && (
          <Menu.Item
            leftSection={<IconStar size={16} />}
            onClick={() => void api.contacts.setMainPhone({ id, phone }).then(onChanged, showFailure)}
          >
            <Trans>Make main number</Trans>
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--fd-danger)"
          leftSection={<IconTrash size={16} />}
          onClick={() =>
            confirm({
              title: t`Remove ${number}?`,
              text: t`Its conversations are kept: they show only the number then, without a name. An opt-out or a block still applies to it.`,
              confirmLabel: t`Remove`,
              act: async () => onChanged(await api.contacts.removePhone({ id, phone })),
            })
          }
        >
          <Trans>Remove number…</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Merging with the contact that has the number already. */
function MergeOffer({ contact, error }: { contact: Contact; error: unknown }) {
  const other = errorCode(error) === 'ContactExists' ? existingContact(error) : null
  if (!other) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      mt={4}
      leftSection={<IconArrowMerge size={14} />}
      onClick={() => openModal('merge-contacts', { contact, other })}
    >
      <Trans>Merge with {contactName(other)}…</Trans>
    </Button>
  )
}
