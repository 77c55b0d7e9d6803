import type { View } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { viewsQuery } from '../../entities/view/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

/** As long as other undoable actions. */

interface Props {
  /** The list's query string, without the question mark. */
  search: string
  /** The view to change; absent for a new one. */
  view?: View
  onClose: () => void
}

export function SaveViewModal({ search, view, onClose }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const refresh = () => cache.invalidateQueries({ queryKey: viewsQuery.queryKey })
  const form = useApiForm({
    initial: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    rules: { name: required },
    save: async (values) => {
      await api.views.save({ ...(view && { id: view.id }), ...values, search })
      await refresh()
    },
  })
  const restore = async ({ name, search, isShared }: View) => {
    await api.views.save({ name, search, isShared })
    await refresh()
  }
  const deleting = useMutation({
    mutationFn: async ({ id }: View) => {
      await api.views.delete({ id })
      await refresh()
    },
    onSuccess: (_nothing, deleted) => {
      onClose()
      showToast({
        id: `view deleted ${deleted.id}`,
        kind: 'news',
        title: t`View deleted`,
        text: deleted.name,
        shownMs: UNDO_MS,
        action: { label: t`Undo`, run: () => void restore(deleted).catch(showFailure) },
      })
    },
  })
  return (
    <FormModal title={view ? t`Edit view` : t`Save view`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput data-autofocus label={t`Name`} placeholder={t`Open reviews`} maxLength={40} {...form.text('name')} />
      {can(me, 'admin_manage_settings') && (
        <Checkbox
          label={t`Share with everyone`}
          description={t`Teammates only see conversations they have access to. “Mine” means their own.`}
          {...form.checkbox('isShared')}
        />
      )}
      {view && (
        <>
          <ErrorText error={deleting.error} />
          <Button
            variant="subtle"
            color="red.9"
            size="compact-sm"
            justify="flex-start"
            leftSection={<IconTrash size={15} />}
            loading={deleting.isPending}
            onClick={() => deleting.mutate(view)}
          >
            <Trans>Delete view</Trans>
          </Button>
        </>
      )}
    </FormModal>
  )
}
