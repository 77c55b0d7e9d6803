import type { LogUpdate } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'

/** Text of an update. Without a name it was made by a rule of the business. */
export function useUpdateText() {
  const { t } = useLingui()
  return ({ kind, value, automation }: LogUpdate, teammate: string): string => {
    // Named like a teammate: “Nudge” reopened the conversation.
    const name = teammate === '' && automation !== undefined ? t`Automation “${automation}”` : teammate
    switch (kind) {
      case 'opened':
        return name ? t`${name} reopened the conversation` : t`Reopened automatically`
      case 'closed':
        return name ? t`${name} closed the conversation` : t`Closed automatically`
      case 'assigned':
        if (name !== '' && name === value) return t`${name} assigned it to themselves`
        return name ? t`${name} assigned it to ${value}` : t`Assigned to ${value} automatically`
      case 'unassigned':
        return name ? t`${name} unassigned it` : t`Unassigned automatically`
      case 'foldered':
        return name ? t`${name} moved it to the folder ${value}` : t`Moved to the folder ${value} automatically`
      case 'moved':
        return name ? t`${name} moved it to ${value}` : t`Moved to ${value} automatically`
      case 'merged':
        return t`${name} merged the conversation with ${value} into this one`
      case 'unmerged':
        return t`${name} unmerged the conversation with ${value}`
      case 'message-deleted':
        return t`${name} deleted a message`
      case 'note-deleted':
        return t`${name} deleted a note`
      case 'renamed':
        return value === null ? t`${name} changed the name back to the contact’s` : t`${name} renamed it to ${value}`
      case 'reported':
        return `${name}: ${value}`
      case 'snoozed':
        return t`${name} snoozed the conversation`
      case 'unsnoozed':
        return name ? t`${name} unsnoozed the conversation` : t`Unsnoozed automatically`
      case 'reassigned':
        return t`Reassigned to ${value}: no reply in time`
      case 'handled':
        return t`${name} marked it “No reply needed”`
      case 'status-changed':
        if (value === null) return name ? t`${name} removed the status` : t`Status removed automatically`
        return name ? t`${name} set the status to ${value}` : t`Status set to ${value} automatically`
    }
  }
}
