import { can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMe } from '../../lib/session/use-me.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

interface Saved {
  id: string
  name: string
  search: string
  isShared: boolean
}

interface Props {
  /** The list's query string, without the question mark. */
  search: string
  /** The one to change; absent for a new one. */
  saved: Saved | undefined
  texts: {
    title: string
    namePlaceholder: string
    nameDescription?: string
    sharedDescription: string
    deleteLabel: string
    deletedTitle: string
  }
  save: (draft: { id?: string; name: string; search: string; isShared: boolean }) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  onClose: () => void
}

/** Saves the filters of a list under a name, or renames, shares and deletes a saved list. */
export function SavedListModal({ search, saved, texts, save, remove, onClose }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const showFailure = useFailureToast()
  const form = useApiForm({
    initial: { name: saved?.name ?? '', isShared: saved?.isShared ?? false },
    rules: { name: required },
    save: (values) => save({ ...(saved && { id: saved.id }), ...values, search }),
  })
  const deleting = useMutation({
    mutationFn: ({ id }: Saved) => remove(id),
    onSuccess: (_nothing, { id, ...deleted }) => {
      onClose()
      showToast({
        id: `saved list deleted ${id}`,
        kind: 'news',
        title: texts.deletedTitle,
        text: deleted.name,
        shownMs: UNDO_MS,
        action: {
          label: t`Undo`,
          run: () => {
            const { name, search: former, isShared } = deleted
            void save({ name, search: former, isShared }).catch(showFailure)
          },
        },
      })
    },
  })
  return (
    <FormModal title={texts.title} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput
        data-autofocus
        label={t`Name`}
        placeholder={texts.namePlaceholder}
        description={texts.nameDescription}
        maxLength={40}
        {...form.text('name')}
      />
      {can(me, 'admin_manage_settings') && (
        <Checkbox label={t`Share with everyone`} description={texts.sharedDescription} {...form.checkbox('isShared')} />
      )}
      {saved && (
        <>
          <ErrorText error={deleting.error} />
          <Button
            variant="subtle"
            color="red.9"
            size="compact-sm"
            justify="flex-start"
            leftSection={<IconTrash size={15} />}
            loading={deleting.isPending}
            onClick={() => deleting.mutate(saved)}
          >
            {texts.deleteLabel}
          </Button>
        </>
      )}
    </FormModal>
  )
}
