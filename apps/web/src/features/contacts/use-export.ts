import type { ContactCriteria, ExportColumn } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
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

/** Contacts chosen in the list, and how many in words; without them, all that match. */
export interface ExportSelection {
  contactIDs: string[]
  count: string
}

/** Exports what matches, or what is selected of it, with the columns as shown; undefined for people who may not. */
export function useExport({
  criteria,
  columns,
  count: all,
}: Options): ((selection?: ExportSelection) => void) | undefined {
  const { t } = useLingui()
  const gate = useTrialGate()
  const mayExport = can(useMe(), 'contacts_export')
  const isViewingAs = Boolean(useSession()?.viewingAs)
  if (!mayExport || isViewingAs) return undefined
  const download = async (contactIDs: string[] | undefined) => {
    const layout = columnLayout(CONTACT_TABLE).get()
    const shown = orderColumns(columns, layout).filter((column) => isShown(column, layout))
    const keys = shown.flatMap(({ key: shownKey }): ExportColumn[] => {
      const key = columns.find((column) => column.key === shownKey)?.key
      return key === undefined || key === 'actions' ? [] : [key]
    })
    const { url } = await api.contactList.export({ criteria, columns: keys, ...(contactIDs && { contactIDs }) })
    location.assign(url)
  }
  return (selection) => {
    const count = selection?.count ?? all
    gate('export', () =>
      confirm({
        title: t`Export ${count}?`,
        text: t`You get a CSV file with the columns of the table. The export is recorded in the audit log.`,
        confirmLabel: t`Export`,
        isDestructive: false,
        act: () => download(selection?.contactIDs),
      }),
    )
  }
}
