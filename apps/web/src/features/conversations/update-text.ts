import type { LogUpdate } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'

/** What was done, in words. An empty name is the business itself. */
export function useUpdateText() {
  const { t } = useLingui()
  return ({ kind, value }: LogUpdate, name: string): string => {
    switch (kind) {
      case 'opened':
        return name ? t`${name} reopened the conversation` : t`Reopened automatically`
      case 'closed':
        return name ? t`${name} closed the conversation` : t`Closed automatically`
      case 'assigned':
        if (name !== '' && name === value) return t`${name} took it`
        return name ? t`${name} assigned it to ${value}` : t`Assigned to ${value} automatically`
      case 'unassigned':
        return name ? t`${name} put it back into the queue` : t`Put back into the queue`
      case 'foldered':
        return name ? t`${name} moved it to the folder ${value}` : t`Moved to the folder ${value}`
      case 'moved':
        return name ? t`${name} moved it to ${value}` : t`Moved to ${value}`
      case 'merged':
        return t`${name} merged the conversation with ${value} into this one`
      case 'unmerged':
        return t`${name} took the conversation with ${value} out again`
      case 'message-deleted':
        return t`${name} deleted a message`
      case 'note-deleted':
        return t`${name} deleted a note`
      case 'renamed':
        return value === null ? t`${name} gave it the contact’s name back` : t`${name} named it ${value}`
      case 'told':
        return `${name}: ${value}`
      case 'snoozed':
        return t`${name} snoozed the conversation`
      case 'woken':
        return name ? t`${name} woke the conversation` : t`Back from being snoozed`
      case 'reassigned':
        return t`Not answered in time: handed on to ${value}`
      case 'handled':
        return t`${name} handled it without a reply`
      case 'status-changed':
        if (value === null) return name ? t`${name} removed the status` : t`Status removed`
        return name ? t`${name} set the status to ${value}` : t`Status set to ${value}`
    }
  }
}
