import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usedTagsQuery } from '../../entities/contact/queries.ts'
import { TagInput } from '../../entities/contact/TagInput.tsx'
import { labelsQuery } from '../../entities/label/queries.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { ContactBulkRequest } from './ContactBulkActions.tsx'
import { ABOVE } from './ContactFields.tsx'

interface Props {
  /** How many contacts it concerns, in words: "40 contacts". */
  contacts: string
  start: (request: ContactBulkRequest) => Promise<void>
  onClose: () => void
}

/** `startOnContacts` takes this many at a time. */
const NAMES_MAX = 10

export function AddTagsModal({ contacts, start, onClose }: Props) {
  const { t } = useLingui()
  const form = useApiForm<{ tags: string[] }>({
    initial: { tags: [] },
    save: ({ tags }) => start({ change: 'add-tags', tags }),
  })
  return (
    <FormModal
      title={t`Add tags to ${contacts}`}
      submitLabel={t`Add tags`}
      form={form}
      onClose={onClose}
      isDisabled={form.values.tags.length === 0}
    >
      <TagInput label={t`Tags`} comboboxProps={ABOVE} maxTags={NAMES_MAX} data-autofocus {...form.control('tags')} />
    </FormModal>
  )
}

export function AddLabelsModal(props: Props) {
  const { t } = useLingui()
  const labels = useQuery(labelsQuery).data?.labels ?? []
  return (
    <ChoiceModal
      {...props}
      title={t`Add labels to ${props.contacts}`}
      submitLabel={t`Add labels`}
      label={t`Labels`}
      placeholder={t`Choose labels`}
      data={labels.map(({ name }) => name)}
      request={(chosen) => ({ change: 'add-labels', labels: chosen })}
    />
  )
}

export function RemoveLabelsModal(props: Props) {
  const { t } = useLingui()
  const labels = useQuery(labelsQuery).data?.labels ?? []
  return (
    <ChoiceModal
      {...props}
      title={t`Remove labels from ${props.contacts}`}
      submitLabel={t`Remove labels`}
      label={t`Labels`}
      placeholder={t`Choose labels`}
      data={labels.map(({ name }) => name)}
      request={(chosen) => ({ change: 'remove-labels', labels: chosen })}
    />
  )
}

export function RemoveTagsModal(props: Props) {
  const { t } = useLingui()
  return (
    <ChoiceModal
      {...props}
      title={t`Remove tags from ${props.contacts}`}
      submitLabel={t`Remove tags`}
      label={t`Tags`}
      placeholder={t`Choose tags`}
      data={useQuery(usedTagsQuery).data ?? []}
      request={(chosen) => ({ change: 'remove-tags', tags: chosen })}
    />
  )
}

interface ChoiceProps extends Props {
  title: string
  submitLabel: string
  label: string
  placeholder: string
  data: string[]
  request: (chosen: string[]) => ContactBulkRequest
}

/** Chooses among existing labels or tags. */
function ChoiceModal({ title, submitLabel, label, placeholder, data, request, start, onClose }: ChoiceProps) {
  const { t } = useLingui()
  const form = useApiForm<{ chosen: string[] }>({
    initial: { chosen: [] },
    save: ({ chosen }) => start(request(chosen)),
  })
  return (
    <FormModal
      title={title}
      submitLabel={submitLabel}
      form={form}
      onClose={onClose}
      isDisabled={form.values.chosen.length === 0}
    >
      <MultiSelect
        label={label}
        placeholder={form.values.chosen.length === 0 ? placeholder : ''}
        data={data}
        maxValues={NAMES_MAX}
        searchable
        hidePickedOptions
        comboboxProps={ABOVE}
        nothingFoundMessage={t`No results`}
        openOnFocus={false}
        data-autofocus
        {...form.control('chosen')}
      />
    </FormModal>
  )
}

/** Deletes contacts once a word is typed, because it cannot be undone. */
export function DeleteContactsModal({ contacts, isOne, start, onClose }: Props & { isOne: boolean }) {
  const { t } = useLingui()
  const word = t`delete`
  const form = useApiForm({ initial: { typed: '' }, save: () => start({ change: 'delete' }) })
  return (
    <FormModal
      title={t`Delete ${contacts}?`}
      submitLabel={isOne ? t`Delete contact` : t`Delete contacts`}
      isDestructive
      isDisabled={form.values.typed.trim().toLowerCase() !== word}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        {isOne
          ? t`This deletes the contact and every conversation with them for everyone: messages, pictures, files, drafts, and notes are gone for good. Opt-outs and blocks still apply to their numbers.`
          : t`This deletes the contacts and every conversation with them for everyone: messages, pictures, files, drafts, and notes are gone for good. Opt-outs and blocks still apply to the numbers.`}
      </Text>
      <TextInput label={t`To confirm, type “${word}”`} autoComplete="off" data-autofocus {...form.text('typed')} />
    </FormModal>
  )
}
