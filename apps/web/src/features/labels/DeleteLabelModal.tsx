import type { Label, Labels } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
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
  return (
    <ConfirmModal
      title={t`Delete “${label.name}”?`}
      confirmLabel={t`Delete label`}
      query={use}
      text={
        count === 0 ? (
          <Trans>No contacts have this label.</Trans>
        ) : (
          <Trans>
            <Plural value={count} one="# contact loses this label" other="# contacts lose this label" />. Nothing else
            about them changes. This can’t be undone.
          </Trans>
        )
      }
      act={() =>
        saveLabels(
          stored,
          stored.labels.filter((each) => each !== label),
        )
      }
      onClose={onClose}
    />
  )
}
