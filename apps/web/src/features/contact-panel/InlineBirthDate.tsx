import type { Contact } from '@frontdesk/contract/api'
import { birthDateParts, readBirthDate } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { birthDateRule } from '../../entities/contact/birth-date-rule.ts'
import { ConflictNote } from '../../entities/contact/ConflictNote.tsx'
import { conflictOf, conflictText } from '../../entities/contact/contact-edits.ts'
import { birthdayText } from '../../entities/contact/contact-texts.ts'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { BirthDateInput } from '../../ui/input/BirthDateInput.tsx'
import { FactButton } from './Fact.tsx'

interface Props {
  contact: Pick<Contact, 'id' | 'birthDate'>
  /** A conversation that shows the contact. */
  sid: string | null
  mayEdit: boolean
}

/** The birthday, which a click turns into month, day and a year that may be left out. */
export function InlineBirthDate({ contact, sid, mayEdit }: Props) {
  const { t } = useLingui()
  const [isEditing, setIsEditing] = useState(false)
  return isEditing && mayEdit ? (
    <Editor contact={contact} sid={sid} onDone={() => setIsEditing(false)} />
  ) : (
    <FactButton isOff={!mayEdit} label={t`Edit birthday`} onClick={() => setIsEditing(true)}>
      {contact.birthDate ? birthdayText(contact.birthDate) : t`None`}
    </FactButton>
  )
}

function Editor({ contact, sid, onDone }: Omit<Props, 'mayEdit'> & { onDone: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { id } = contact
  const [expected, setExpected] = useState(contact.birthDate)
  const form = useApiForm({
    initial: { birth: birthDateParts(contact.birthDate) },
    rules: { birth: birthDateRule },
    save: async ({ birth }) => {
      const read = readBirthDate(birth, Temporal.Now.plainDateISO())
      const birthDate = 'date' in read ? read.date : null
      applyContactChange(cache, await api.contacts.update({ id, birthDate, expected: { birthDate: expected } }), sid)
    },
    onConflict: (error) => {
      const changes = conflictOf(error)
      if (!changes) return undefined
      setExpected(changes.contact.birthDate)
      return { birth: birthDateParts(changes.contact.birthDate) }
    },
  })
  const changes = conflictOf(form.error)
  const submit = async () => {
    const isSaved = await form.submit()
    if (isSaved) onDone()
    return isSaved
  }
  return (
    <Form
      form={{ ...form, submit, error: changes ? null : form.error }}
      notice={
        changes && (
          <ConflictNote text={conflictText('birthDate', changes)} onTheirs={onDone} onMine={() => void submit()} />
        )
      }
    >
      <BirthDateInput label={t`Birthday`} isLabelHidden {...form.control('birth')} />
      {!changes && (
        <Group gap="xs">
          <Button type="submit" size="xs" loading={form.isSaving}>
            <Trans>Save</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      )}
    </Form>
  )
}
