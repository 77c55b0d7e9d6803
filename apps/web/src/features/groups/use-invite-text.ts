import { can, DEFAULT_TEMPLATES } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { inviteTextQuery } from '../../entities/group/queries.ts'
import { templatesQuery } from '../../entities/template/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'

/** The text that review invites start with: the saved one, the template of that name, or the default one. */
export function useInviteText() {
  const [invitation] = DEFAULT_TEMPLATES
  const saved = useQuery(inviteTextQuery).data
  const templates = useQuery(templatesQuery).data ?? []
  const canSave = can(useMe(), 'convos_manage_templates')
  const text = saved?.text ?? templates.find(({ title }) => title === invitation.title)?.message ?? invitation.message
  return {
    text,
    canSave,
    save: (next: string) => api.reviewInvites.saveInvites({ text: next, version: saved?.version }),
  }
}
