import type { Contact } from '@frontdesk/contract/api'
import { CONTACT_EMAILS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconStar, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { email, required } from '../../ui/form/field-rules.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { AddValue } from './AddValue.tsx'
import { applyContactChange } from './apply-contact-change.ts'
import classes from './ContactValues.module.css'
import { conflictOf } from './contact-edits.ts'

interface Props {
  contact: Contact
  mayEdit: boolean
}

/** The emails of a contact besides the main one. Changes are saved at once. */
export function OtherEmails({ contact, mayEdit }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const isPhone = useIsPhone()
  const showFailure = useFailureToast()
  const { id, emails } = contact
  const save = async (next: string[]) => {
    try {
      applyContactChange(cache, await api.contacts.update({ id, emails: next, expected: { emails } }))
    } catch (error) {
      const conflict = conflictOf(error)
      if (conflict) applyContactChange(cache, conflict.contact)
      throw error
    }
  }
  if (emails.length === 0 || (emails.length === 1 && !mayEdit)) return null
  return (
    <ul className={classes.list} aria-label={t`Other emails`}>
      {emails.slice(1).map((address) => (
        <li key={address} className={classes.row}>
          <a className={classes.value} href={`mailto:${address}`}>
            {address}
          </a>
          {mayEdit && (
            <Menu position="bottom-end" width={180} withinPortal>
              <Menu.Target>
                <ActionIcon size={isPhone ? 44 : 24} aria-label={t`Actions for ${address}`}>
                  <IconDots size={15} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconStar size={16} />}
                  onClick={() =>
                    void save([address, ...emails.filter((other) => other !== address)]).catch(showFailure)
                  }
                >
                  <Trans>Make main email</Trans>
                </Menu.Item>
                <Menu.Item
                  color="var(--fd-danger)"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => void save(emails.filter((other) => other !== address)).catch(showFailure)}
                >
                  <Trans>Remove email</Trans>
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </li>
      ))}
      {mayEdit && emails.length < CONTACT_EMAILS_MAX && (
        <li>
          <AddValue
            label={t`Add email`}
            type="email"
            rule={[required, email]}
            save={(address) => save([...emails, address])}
          />
        </li>
      )}
    </ul>
  )
}
