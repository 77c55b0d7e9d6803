import { AUDIT_ACTIONS, type AuditAction } from '@frontdesk/contract/rules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const AUDIT_TEXTS: Record<AuditAction, MessageDescriptor> = {
  'session.started': msg`Signed in`,
  'session.ended': msg`Signed out`,
  'session.revoked': msg`Ended a session`,
  'password.changed': msg`Changed a password`,
  'password.reset': msg`Reset a password`,
  'email.changed': msg`Changed an email address`,
  'two-step.enabled': msg`Turned two-step sign-in on`,
  'two-step.disabled': msg`Turned two-step sign-in off`,
  'two-step.required': msg`Changed the two-step sign-in requirement`,
  'member.invited': msg`Invited a teammate`,
  'member.joined': msg`Joined the team`,
  'member.changed': msg`Changed a teammate`,
  'member.removed': msg`Removed a teammate`,
  'role.changed': msg`Changed a role’s permissions`,
  'view-as.started': msg`Viewed as someone else`,
  'business.renamed': msg`Renamed the business`,
  'location.added': msg`Added a location`,
  'location.changed': msg`Changed a location`,
  'location.removed': msg`Removed a location`,
  'setting.changed': msg`Changed a setting`,
  'template.changed': msg`Changed a template`,
  'template.removed': msg`Deleted a template`,
  'number.added': msg`Added a phone number`,
  'number.changed': msg`Changed a phone number`,
  'number.removed': msg`Removed a phone number`,
  'message.deleted': msg`Deleted a message`,
  'note.deleted': msg`Deleted a note`,
  'short-link.removed': msg`Removed a short link`,
  'group.deleted': msg`Deleted a group`,
  'group-message.sent': msg`Sent a message to many contacts`,
  'group-message.stopped': msg`Stopped a message to many contacts`,
  'number.blocked': msg`Blocked a number`,
  'contact.deleted': msg`Deleted a contact`,
  'contact.merged': msg`Merged two contacts`,
  'contact.unmerged': msg`Unmerged contacts`,
  'contact.phone-added': msg`Added a number to a contact`,
  'contact.phone-removed': msg`Removed a number from a contact`,
  'contacts.imported': msg`Imported contacts`,
  'contacts.import-undone': msg`Undid an import of contacts`,
  'conversation.deleted': msg`Deleted a conversation`,
  'conversation.merged': msg`Merged two conversations`,
  'conversation.unmerged': msg`Unmerged conversations`,
  'number.unblocked': msg`Unblocked a number`,
  'export.viewed': msg`Exported data`,
  'subscription.changed': msg`Changed the plan`,
  'version.changed': msg`Announced a version`,
  'maintenance.changed': msg`Announced maintenance`,
  'browser-errors.cleared': msg`Cleared browser errors`,
  'promo.changed': msg`Changed the promo banner`,
  'demo.reset': msg`Reset the demo business`,
  'account.deletion-requested': msg`Requested account deletion`,
  'account.deletion-cancelled': msg`Canceled account deletion`,
}

/** Entries from a newer server may have an action this page does not know. */
export const actionText = (action: string): string => {
  const listed = AUDIT_ACTIONS.find((one) => one === action)
  return listed ? i18n._(AUDIT_TEXTS[listed]) : action
}
