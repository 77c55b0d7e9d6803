import type { ListedContact } from '@frontdesk/contract/api'
import { CONTACT_TAGS_MAX } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Autocomplete, Progress, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CONTACTS_KEY, usedTagsQuery } from '../../entities/contact/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  contacts: readonly ListedContact[]
  onDone: () => void
  onClose: () => void
}

const TAG_MAX = 40

/** Adds a tag to each selected contact. */
export function AddTagModal({ contacts, onDone, onClose }: Props) {
  const { t } = useLingui()
  const tags = useQuery(usedTagsQuery).data ?? []
  const each = useEach(contacts)
  const count = contacts.length
  const form = useApiForm({
    initial: { tag: '' },
    rules: { tag: required },
    save: async (values) => {
      const tag = values.tag.trim()
      await each.run(async ({ id, tags: present }) => {
        const isTagged = present.some((other) => other.toLowerCase() === tag.toLowerCase())
        if (!isTagged && present.length < CONTACT_TAGS_MAX)
          await api.contacts.updateTags({ id, tags: [...present, tag] })
      })
      onDone()
    },
  })
  return (
    <FormModal
      title={plural(count, { one: 'Add a tag to # contact', other: 'Add a tag to # contacts' })}
      submitLabel={t`Add tag`}
      form={form}
      onClose={onClose}
    >
      <Autocomplete
        label={t`Tag`}
        data={tags}
        limit={20}
        maxLength={TAG_MAX}
        required
        withAsterisk={false}
        data-autofocus
        {...form.control('tag')}
      />
      <DoneOf done={each.done} count={count} isRunning={form.isSaving} />
    </FormModal>
  )
}

/** Deletes the selected contacts once their number is typed. */
export function DeleteContactsModal({ contacts, onDone, onClose }: Props) {
  const { t } = useLingui()
  const each = useEach(contacts)
  const count = contacts.length
  const form = useApiForm({
    initial: { typed: '' },
    save: async () => {
      await each.run(({ id }) => api.contacts.remove({ id }))
      onDone()
    },
  })
  return (
    <FormModal
      title={plural(count, { one: 'Delete # contact?', other: 'Delete # contacts?' })}
      submitLabel={t`Delete contacts`}
      isDestructive
      isDisabled={form.values.typed.trim() !== String(count)}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          This deletes the contacts and every conversation with them for everyone: messages, pictures, files, drafts,
          and notes are gone for good. Opt-outs and blocks still apply to the numbers.
        </Trans>
      </Text>
      <TextInput
        label={t`To confirm, type the number of contacts: ${count}`}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.text('typed')}
      />
      <DoneOf done={each.done} count={count} isRunning={form.isSaving} />
    </FormModal>
  )
}

/** Acts on one contact after the other. After a failure, the next run continues where it stopped. */
function useEach(contacts: readonly ListedContact[]) {
  const cache = useQueryClient()
  const finished = useRef(new Set<string>())
  const [done, setDone] = useState(0)
  const run = async (act: (contact: ListedContact) => Promise<unknown>) => {
    try {
      for (const contact of contacts) {
        if (finished.current.has(contact.id)) continue
        await act(contact)
        finished.current.add(contact.id)
        setDone(finished.current.size)
      }
    } finally {
      void cache.invalidateQueries({ queryKey: CONTACTS_KEY })
    }
  }
  return { done, run }
}

function DoneOf({ done, count, isRunning }: { done: number; count: number; isRunning: boolean }) {
  const { t } = useLingui()
  if (!isRunning && done === 0) return null
  return (
    <div role="status">
      <Progress value={(done / count) * 100} aria-label={t`Progress`} />
      <Text size="xs" c="dimmed" mt={4}>
        <Trans>
          {done} of {count}
        </Trans>
      </Text>
    </div>
  )
}
