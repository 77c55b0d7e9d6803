import type { Template } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { templatesQuery } from '../../entities/template/queries.ts'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'

/** A template of all locations cannot be removed from only some of them. */
export const canDelete = ({ isShared, locationIDs }: Template) => !(isShared && locationIDs === null)

/** Asks for confirmation, then deletes the templates that the viewer may delete. */
export function useDeleteTemplates() {
  const { t } = useLingui()
  const cache = useQueryClient()
  return (templates: readonly Template[]) => {
    const deletable = templates.filter(canDelete)
    const [first] = deletable
    if (!first) return
    const count = deletable.length
    confirm({
      title:
        count === 1
          ? t`Delete “${first.title}”?`
          : plural(count, { one: 'Delete # template?', other: 'Delete # templates?' }),
      confirmLabel: count === 1 ? t`Delete template` : t`Delete templates`,
      text: deletable.every(({ isShared }) => isShared)
        ? t`Your locations stop using it. The other locations keep it.`
        : t`Your team can no longer use it. Texts already sent with it stay as they are.`,
      act: async () => {
        try {
          for (const { id } of deletable) await api.templates.remove({ id })
        } finally {
          await cache.invalidateQueries({ queryKey: templatesQuery.queryKey })
        }
      },
    })
  }
}
