import type { ContactImport } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { storeImport } from './queries.ts'

interface Props extends ButtonProps {
  contactImport: ContactImport
}

/** Undoes an import, after a question that says what that means. */
export function UndoButton({ contactImport: { id, fileName }, ...rest }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const ask = () =>
    confirm({
      title: t`Undo the import of ${fileName}?`,
      text: t`Contacts it added are deleted, unless they have a conversation or a note. Contacts it updated get their earlier values back, unless those were changed since.`,
      confirmLabel: t`Undo import`,
      act: async () => storeImport(cache, await api.contactImports.undo({ id })),
    })
  return (
    <Button variant="default" onClick={ask} {...rest}>
      <Trans>Undo</Trans>
    </Button>
  )
}
