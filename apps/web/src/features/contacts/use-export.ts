import type { ContactCriteria } from '@frontdesk/contract/api'
import { CONTACT_COLUMNS, can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { columnLayout, isShown, orderColumns } from '../../ui/table/column-layout.ts'
import { CONTACT_TABLE, type ContactTableColumn } from './use-contact-columns.tsx'

interface Options {
  criteria: ContactCriteria
  columns: readonly ContactTableColumn[]
  /** How many contacts match, in words. */
  count: string
}

/** Exports what matches, with the columns as shown; undefined for people who may not. */
export function useExport({ criteria, columns, count }: Options): (() => void) | undefined {
  const { t } = useLingui()
  const gate = useTrialGate()
  const mayExport = can(useMe(), 'contacts_export')
  const isViewingAs = Boolean(useSession()?.viewingAs)
  if (!mayExport || isViewingAs) return undefined
  const exportAll = async () => {
    const layout = columnLayout(CONTACT_TABLE).get()
    const shown = orderColumns(columns, layout).filter((column) => isShown(column, layout))
    const keys = shown.flatMap(({ key }) => CONTACT_COLUMNS.find((column) => column === key) ?? [])
    const { url } = await api.contactList.export({ criteria, columns: keys })
    location.assign(url)
  }
  return () =>
    gate('export', () =>
      confirm({
        title: t`Export ${count}?`,
        text: t`You get a CSV file with the columns of the table. The export is recorded in the audit log.`,
        confirmLabel: t`Export`,
        isDestructive: false,
        act: exportAll,
      }),
    )
}
