import type { ContactSegment } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

interface Props {
  /** The list's query string. */
  search: string
  /** The segment to change; absent for a new one. */
  segment?: ContactSegment | undefined
  onClose: () => void
}

/** Saves the filters of the list as a segment, or renames, shares and deletes one. */
export function SaveSegmentModal({ search, segment, onClose }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const save = async (draft: Parameters<typeof api.contactSegments.save>[0]) => {
    await api.contactSegments.save(draft)
    await cache.invalidateQueries({ queryKey: segmentsQuery.queryKey })
  }
  const form = useApiForm({
    initial: { name: segment?.name ?? '', isShared: segment?.isShared ?? false },
    rules: { name: required },
    save: (values) => save({ ...(segment && { id: segment.id }), ...values, search }),
  })
  const deleting = useMutation({
    mutationFn: async ({ id }: ContactSegment) => {
      const { segments } = await api.contactSegments.delete({ id })
      cache.setQueryData(segmentsQuery.queryKey, segments)
    },
    onSuccess: (_nothing, { id, name, search: deleted, isShared }) => {
      onClose()
      showToast({
        id: `segment deleted ${id}`,
        kind: 'news',
        title: t`Segment deleted`,
        text: name,
        shownMs: UNDO_MS,
        action: { label: t`Undo`, run: () => void save({ name, search: deleted, isShared }).catch(showFailure) },
      })
    },
  })
  return (
    <FormModal
      title={segment ? t`Edit segment` : t`Save as segment`}
      submitLabel={t`Save`}
      form={form}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t`Name`}
        placeholder={t`Gold plan`}
        description={t`A segment always shows the contacts that match its filters now.`}
        maxLength={40}
        {...form.text('name')}
      />
      {can(me, 'admin_manage_settings') && (
        <Checkbox
          label={t`Share with everyone`}
          description={t`Teammates only see contacts they have access to.`}
          {...form.checkbox('isShared')}
        />
      )}
      {segment && (
        <>
          <ErrorText error={deleting.error} />
          <Button
            variant="subtle"
            color="red.9"
            size="compact-sm"
            justify="flex-start"
            leftSection={<IconTrash size={15} />}
            loading={deleting.isPending}
            onClick={() => deleting.mutate(segment)}
          >
            <Trans>Delete segment</Trans>
          </Button>
        </>
      )}
    </FormModal>
  )
}
