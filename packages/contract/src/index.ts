import { accountDeletion } from './account-deletion.ts'
import { accounts } from './accounts.ts'
import { assignment } from './assignment.ts'
import { attention } from './attention.ts'
import { audit } from './audit.ts'
import { blockedNumbers } from './blocked-numbers.ts'
import { bulkActions } from './bulk-actions.ts'
import { businessHours } from './business-hours.ts'
import { contactStatuses } from './contact-statuses.ts'
import { contacts } from './contacts.ts'
import { conversationConfigs } from './conversation-configs.ts'
import { conversations } from './conversations.ts'
import { devAdmin } from './dev-admin.ts'
import { files } from './files.ts'
import { folders } from './folders.ts'
import { locations } from './locations.ts'
import { logger } from './logger.ts'
import { mail } from './mail.ts'
import { merging } from './merging.ts'
import { messages } from './message-endpoints.ts'
import { messageSearch } from './message-search.ts'
import { notes } from './notes.ts'
import { notices } from './notices.ts'
import { notifications } from './notifications.ts'
import { numberChecks } from './number-checks.ts'
import { onboarding } from './onboarding.ts'
import { phoneNumbers } from './phone-numbers.ts'
import { presence } from './presence.ts'
import { profile } from './profile.ts'
import { registration } from './registration.ts'
import { scheduledMessages } from './scheduled-messages.ts'
import { security } from './security.ts'
import { sending } from './sending.ts'
import { shortLinks } from './short-links.ts'
import { subscription } from './subscription.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { timeline } from './timeline.ts'
import { translation } from './translation.ts'
import { undelivered } from './undelivered.ts'
import { views } from './views.ts'

/** Everything the API offers: route, validation, errors, permission and documentation in one place. */
export const contract = {
  accounts,
  locations,
  businessHours,
  conversationConfigs,
  contacts,
  contactStatuses,
  blockedNumbers,
  templates,
  files,
  conversations,
  assignment,
  attention,
  merging,
  messages,
  notes,
  scheduledMessages,
  sending,
  timeline,
  translation,
  undelivered,
  shortLinks,
  messageSearch,
  folders,
  bulkActions,
  views,
  phoneNumbers,
  numberChecks,
  mail,
  presence,
  profile,
  team,
  notifications,
  subscription,
  accountDeletion,
  notices,
  devAdmin,
  logger,
  registration,
  onboarding,
  security,
  audit,
}

export * from './account-deletion.ts'
export * from './accounts.ts'
export * from './assignment.ts'
export * from './attention.ts'
export * from './audit.ts'
export * from './audit-actions.ts'
export * from './blank.ts'
export * from './blocked-numbers.ts'
export * from './bulk-actions.ts'
export * from './business-hours.ts'
export * from './constants.ts'
export * from './contact-statuses.ts'
export * from './contacts.ts'
export * from './conversation-configs.ts'
export * from './conversation-filter.ts'
export * from './conversations.ts'
export * from './date-ranges.ts'
export * from './delivery.ts'
export * from './dev-admin.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './files.ts'
export * from './folders.ts'
export * from './ids.ts'
export * from './inbox-search.ts'
export * from './language.ts'
export * from './links.ts'
export * from './locations.ts'
export * from './logger.ts'
export * from './mail.ts'
export * from './members.ts'
export * from './merging.ts'
export * from './message-endpoints.ts'
export * from './message-kinds.ts'
export * from './message-search.ts'
export * from './messages.ts'
export * from './notes.ts'
export * from './notices.ts'
export * from './notifications.ts'
export * from './number-checks.ts'
export * from './onboarding.ts'
export * from './permissions.ts'
export * from './phone.ts'
export * from './phone-numbers.ts'
export * from './presence.ts'
export * from './profile.ts'
export * from './registration.ts'
export * from './scheduled-messages.ts'
export * from './security.ts'
export * from './segments.ts'
export * from './send-request.ts'
export * from './sending.ts'
export * from './short-links.ts'
export * from './subscription.ts'
export * from './team.ts'
export * from './templates.ts'
export * from './timeline.ts'
export * from './translation.ts'
export * from './undelivered.ts'
export * from './views.ts'
export * from './web-address.ts'
