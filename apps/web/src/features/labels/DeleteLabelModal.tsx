import type { Label, Labels } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { labelUseQuery, useSaveLabels } from './queries.ts'

interface Props {
  stored: Labels
  label: Label
  onClose: () => void
}

export function DeleteLabelModal({ stored, label, onClose }: Props) {
  const { t } = useLingui()
  const saveLabels = useSaveLabels()
  const use = useQuery(labelUseQuery)
  const count = use.data?.[label.name] ?? 0
  const form = useApiForm({
    initial: {},
    save: () =>
      saveLabels(
        stored,
        stored.labels.filter((each) => each !== label),
      ),
  })
  return (
    <FormModal
      title={t`Delete “${label.name}”?`}
      submitLabel={t`Delete label`}
      isDestructive
      isDisabled={!use.data}
      form={form}
      onClose={onClose}
    >
      <ErrorText error={use.error} />
      <Text size="sm">
        {count === 0 ? (
          <Trans>No contacts have this label.</Trans>
        ) : (
          <Trans>
            <Plural value={count} one="# contact loses this label" other="# contacts lose this label" />. Nothing else
            about them changes. This can’t be undone.
          </Trans>
        )}
      </Text>
    </FormModal>
  )
}
