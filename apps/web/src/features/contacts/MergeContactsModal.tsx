import type { Contact, ContactMergePreview } from '@frontdesk/contract/api'
import type { MergeField, MergeSide } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radio, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { birthdayText, contactName } from '../../entities/contact/contact-texts.ts'
import { contactById, contactSuggestions } from '../../entities/contact/queries.ts'
import { contactMergeToastId, refetchContacts, unmergeContacts } from '../../entities/contact/unmerge-contacts.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { languageName } from '../../lib/language-name.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { MergeCandidate, Modals } from '../../ui/modal/modals.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './MergeContactsModal.module.css'

type Props = Modals['merge-contacts'] & { onClose: () => void }

interface Values {
  other: MergeCandidate | null
  survivor: 'this' | 'other'
  choices: { [Field in MergeField]?: MergeSide }
}

/** Merges two contacts of the same person: which one remains, which value of each field, and what will happen. */
export function MergeContactsModal({ contact, other: given, onMerged, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const form = useApiForm<Values>({
    initial: { other: given ?? null, survivor: 'this', choices: {} },
    save: async ({ choices }) => {
      if (!pair || !preview.data) return
      const { version } = preview.data
      const merged = await api.contactMerging.merge({ ...pair, choices, version }).catch(async (error) => {
        if (errorCode(error) === 'ChangedMeanwhile') await preview.refetch()
        throw error
      })
      for (const id of [merged.contact.id, pair.otherID]) cache.setQueryData(contactById(id).queryKey, merged.contact)
      void refetchContacts(cache)
      onMerged?.(merged.contact.id)
      const { mergeID } = merged
      showToast({
        id: contactMergeToastId(mergeID),
        kind: 'news',
        title: t`Merged into ${contactName(merged.contact)}`,
        text: t`All numbers and conversations are with one contact now.`,
        shownMs: UNDO_MS,
        action: { label: t`Undo`, run: () => void unmergeContacts(cache, mergeID).catch(showFailure) },
      })
    },
  })
  const { other, survivor, choices } = form.values
  const pair = other && {
    survivorID: survivor === 'this' ? contact.id : other.id,
    otherID: survivor === 'this' ? other.id : contact.id,
  }
  const preview = useQuery({
    // Not below CONTACTS_KEY: after the merge there is no pair left to preview, and merging asks for the version
    // anyway.
    queryKey: ['contact-merge-preview', pair],
    queryFn: pair ? ({ signal }) => api.contactMerging.preview(pair, { signal }) : skipToken,
    staleTime: 0,
  })
  return (
    <FormModal
      title={t`Merge contacts`}
      submitLabel={t`Merge`}
      form={form}
      onClose={onClose}
      isDisabled={!preview.data || preview.isFetching}
    >
      {!given && (
        <OtherContact contact={contact} chosen={other} onChoose={(next) => form.merge({ other: next, choices: {} })} />
      )}
      {other && (
        <Radio.Group
          label={t`Which one do you want to keep?`}
          value={survivor}
          onChange={(value) => form.merge({ survivor: value === 'other' ? 'other' : 'this', choices: {} })}
        >
          <div className={classes.people}>
            <Radio value="this" label={<Who contact={contact} />} />
            <Radio value="other" label={<Who contact={other} />} />
          </div>
        </Radio.Group>
      )}
      <ErrorText error={preview.error} />
      {preview.data && (
        <>
          <Fields
            preview={preview.data}
            choices={choices}
            onChoose={(field, side) => form.set('choices', { ...choices, [field]: side })}
          />
          <Outcome preview={preview.data} />
        </>
      )}
    </FormModal>
  )
}

const Who = ({ contact }: { contact: MergeCandidate }) => (
  <span className={classes.who}>
    <span>{contactName(contact)}</span>
    <span className={classes.soft}>{phoneText(contact.phone)}</span>
  </span>
)

interface OtherContactProps {
  contact: MergeCandidate
  chosen: MergeCandidate | null
  onChoose: (contact: MergeCandidate | null) => void
}

function OtherContact({ contact, chosen, onChoose }: OtherContactProps) {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term.trim(), 150)
  const suggestions = useQuery({ ...contactSuggestions(searched), enabled: searched.length >= 2 })
  const shown = searched.length < 2 ? [] : (suggestions.data ?? []).filter(({ id }) => id !== contact.id)
  return (
    <>
      <TextInput
        label={t`Another contact of the same person`}
        placeholder={t`Name or number`}
        leftSection={<IconSearch size={16} />}
        value={term}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setTerm(event.currentTarget.value)
          onChoose(null)
        }}
      />
      <ErrorText error={suggestions.error} />
      {shown.length > 0 && (
        <Radio.Group
          aria-label={t`Contact`}
          value={chosen?.id ?? ''}
          onChange={(id) => onChoose(shown.find((each) => each.id === id) ?? null)}
        >
          <div className={classes.people}>
            {shown.map((each) => (
              <Radio key={each.id} value={each.id} label={<Who contact={each} />} />
            ))}
          </div>
        </Radio.Group>
      )}
      {searched.length >= 2 && suggestions.data && shown.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No results</Trans>
        </Text>
      )}
    </>
  )
}

interface FieldsProps {
  preview: ContactMergePreview
  choices: Values['choices']
  onChoose: (field: MergeField, side: MergeSide) => void
}

/** The fields in which the contacts differ, to choose from. */
function Fields({ preview, choices, onChoose }: FieldsProps) {
  const { t } = useLingui()
  const locations = useLocations()
  const labels: Record<MergeField, string> = {
    name: t`Name`,
    email: t`Main email`,
    birthDate: t`Birthday`,
    language: t`Language`,
    statusKey: t`Status`,
    locationID: t`Location`,
  }
  const textOf = (field: MergeField, value: string, of: Contact): string => {
    switch (field) {
      case 'birthDate':
        return birthdayText(value)
      case 'language':
        return languageName(value)
      case 'statusKey':
        return of.statusName ?? value
      case 'locationID':
        return locations.find(({ id }) => id === value)?.name ?? t`A location you don’t have access to`
      default:
        return value
    }
  }
  const different = preview.fields.filter(
    ({ survivor, other }) => survivor !== null && other !== null && survivor !== other,
  )
  return different.map(({ field, survivor, other, suggested }) => (
    <Radio.Group
      key={field}
      label={labels[field]}
      value={choices[field] ?? suggested}
      onChange={(side) => onChoose(field, side === 'other' ? 'other' : 'survivor')}
    >
      <div className={classes.values}>
        <Radio value="survivor" label={textOf(field, survivor ?? '', preview.survivor)} />
        <Radio value="other" label={textOf(field, other ?? '', preview.other)} />
      </div>
    </Radio.Group>
  ))
}

/** Describes the result of the merge. */
function Outcome({ preview }: { preview: ContactMergePreview }) {
  const { phones, emails, tags, labels, counts } = preview
  const conversations = counts.survivor.conversations + counts.other.conversations
  const notes = counts.survivor.notes + counts.other.notes
  const words = [...labels, ...tags]
  return (
    <div role="status">
      <Text size="sm" component="ul" m={0} pl="md">
        <li>
          <Trans>One contact with {phones.map(({ phone }) => phoneText(phone)).join(', ')}.</Trans>
        </li>
        {emails.length > 1 && (
          <li>
            <Trans>All emails are kept: {emails.join(', ')}.</Trans>
          </li>
        )}
        {words.length > 0 && (
          <li>
            <Trans>Labels and tags of both: {words.join(', ')}.</Trans>
          </li>
        )}
        {conversations > 0 && (
          <li>
            <Plural
              value={conversations}
              one="# conversation stays as it is."
              other="# conversations stay as they are."
            />
          </li>
        )}
        {notes > 0 && (
          <li>
            <Plural value={notes} one="# note is kept." other="# notes are kept." />
          </li>
        )}
        {phones.some(({ isOptedOut }) => isOptedOut) && (
          <li>
            <Trans>Opt-outs still apply to the number that opted out.</Trans>
          </li>
        )}
        <li>
          <Trans>Teammates who see one of them will see both.</Trans>
        </li>
        <li>
          <Trans>You can unmerge them at any time.</Trans>
        </li>
      </Text>
    </div>
  )
}
