import { accountDeletion } from './api/account-deletion.ts'
import { accounts } from './api/accounts.ts'
import { assignment } from './api/assignment.ts'
import { attention } from './api/attention.ts'
import { audit } from './api/audit.ts'
import { automations } from './api/automations.ts'
import { availability, bookingHours } from './api/availability.ts'
import { blockedNumbers } from './api/blocked-numbers.ts'
import { bookingCalendars } from './api/booking-calendars.ts'
import { bookingConfigs } from './api/booking-configs.ts'
import { bookingMails } from './api/booking-mails.ts'
import { bookingOffers } from './api/booking-offers.ts'
import { bookingPages } from './api/booking-pages.ts'
import { bookingPayments } from './api/booking-payments.ts'
import { bookingResources } from './api/booking-resources.ts'
import { bookingServices } from './api/booking-services.ts'
import { bookingTasks } from './api/booking-tasks.ts'
import { bookingViews } from './api/booking-views.ts'
import { bookingWaitlist } from './api/booking-waitlist.ts'
import { bookings } from './api/bookings.ts'
import { bulkActions } from './api/bulk-actions.ts'
import { businessHours } from './api/business-hours.ts'
import { campaigns } from './api/campaigns.ts'
import { cardPayments } from './api/card-payments.ts'
import { cashSheet } from './api/cash-sheet.ts'
import { consent } from './api/consent.ts'
import { contactActivities } from './api/contact-activities.ts'
import { contactDuplicates } from './api/contact-duplicates.ts'
import { contactFields } from './api/contact-fields.ts'
import { contactImports } from './api/contact-imports.ts'
import { contactList } from './api/contact-list.ts'
import { contactMerging } from './api/contact-merging.ts'
import { contactSegments } from './api/contact-segments.ts'
import { contactStatuses } from './api/contact-statuses.ts'
import { contacts } from './api/contacts.ts'
import { conversationConfigs } from './api/conversation-configs.ts'
import { conversations } from './api/conversations.ts'
import { devAdmin } from './api/dev-admin.ts'
import { files } from './api/files.ts'
import { folders } from './api/folders.ts'
import { groupMessages, reviewInvites } from './api/group-messages.ts'
import { groups } from './api/groups.ts'
import { locations } from './api/locations.ts'
import { logger } from './api/logger.ts'
import { mail } from './api/mail.ts'
import { marketingSettings } from './api/marketing-settings.ts'
import { merging } from './api/merging.ts'
import { messages } from './api/message-endpoints.ts'
import { messageOrigins } from './api/message-origins.ts'
import { messageSearch } from './api/message-search.ts'
import { notes } from './api/notes.ts'
import { notices } from './api/notices.ts'
import { notifications } from './api/notifications.ts'
import { numberChecks } from './api/number-checks.ts'
import { onboarding } from './api/onboarding.ts'
import { optInKeywords } from './api/opt-in-keywords.ts'
import { paymentAccounts, payouts } from './api/payment-accounts.ts'
import { paymentConfigs } from './api/payment-configs.ts'
import { paymentEstimates } from './api/payment-estimates.ts'
import { paymentRequests } from './api/payment-requests.ts'
import { phoneNumbers } from './api/phone-numbers.ts'
import { presence } from './api/presence.ts'
import { profile } from './api/profile.ts'
import { registration } from './api/registration.ts'
import { scheduledMessages } from './api/scheduled-messages.ts'
import { security } from './api/security.ts'
import { sending } from './api/sending.ts'
import { shortLinks } from './api/short-links.ts'
import { subscribers } from './api/subscribers.ts'
import { subscription } from './api/subscription.ts'
import { team } from './api/team.ts'
import { templates } from './api/templates.ts'
import { timeline } from './api/timeline.ts'
import { translation } from './api/translation.ts'
import { undelivered } from './api/undelivered.ts'
import { views } from './api/views.ts'

/** The API: routes, validation, errors, permissions and documentation. */
export const contract = {
  accounts,
  locations,
  businessHours,
  conversationConfigs,
  contacts,
  contactList,
  consent,
  contactImports,
  contactFields,
  contactSegments,
  contactDuplicates,
  contactMerging,
  contactStatuses,
  blockedNumbers,
  templates,
  files,
  conversations,
  assignment,
  attention,
  merging,
  messages,
  messageOrigins,
  notes,
  scheduledMessages,
  sending,
  timeline,
  contactActivities,
  translation,
  undelivered,
  shortLinks,
  messageSearch,
  folders,
  groups,
  groupMessages,
  reviewInvites,
  campaigns,
  automations,
  subscribers,
  optInKeywords,
  marketingSettings,
  bookings,
  bookingViews,
  bookingServices,
  bookingResources,
  bookingHours,
  availability,
  bookingConfigs,
  bookingOffers,
  bookingPages,
  bookingPayments,
  bookingWaitlist,
  bookingCalendars,
  bookingTasks,
  paymentRequests,
  paymentEstimates,
  paymentConfigs,
  paymentAccounts,
  payouts,
  cardPayments,
  cashSheet,
  bookingMails,
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

export * from './api/account-deletion.ts'
export * from './api/accounts.ts'
export * from './api/assignment.ts'
export * from './api/attention.ts'
export * from './api/audit.ts'
export * from './api/automations.ts'
export * from './api/availability.ts'
export * from './api/blocked-numbers.ts'
export * from './api/booking-calendars.ts'
export * from './api/booking-configs.ts'
export * from './api/booking-mails.ts'
export * from './api/booking-offers.ts'
export * from './api/booking-pages.ts'
export * from './api/booking-payments.ts'
export * from './api/booking-resources.ts'
export * from './api/booking-services.ts'
export * from './api/booking-tasks.ts'
export * from './api/booking-views.ts'
export * from './api/booking-waitlist.ts'
export * from './api/bookings.ts'
export * from './api/bulk-actions.ts'
export * from './api/business-hours.ts'
export * from './api/campaigns.ts'
export * from './api/card-payments.ts'
export * from './api/cash-sheet.ts'
export * from './api/consent.ts'
export * from './api/contact-activities.ts'
export * from './api/contact-duplicates.ts'
export * from './api/contact-fields.ts'
export * from './api/contact-imports.ts'
export * from './api/contact-list.ts'
export * from './api/contact-merging.ts'
export * from './api/contact-segments.ts'
export * from './api/contact-statuses.ts'
export * from './api/contacts.ts'
export * from './api/conversation-configs.ts'
export * from './api/conversation-filter.ts'
export * from './api/conversations.ts'
export * from './api/dev-admin.ts'
export * from './api/endpoint.ts'
export * from './api/events.ts'
export * from './api/files.ts'
export * from './api/folders.ts'
export * from './api/group-messages.ts'
export * from './api/groups.ts'
export * from './api/ids.ts'
export * from './api/inbox-search.ts'
export * from './api/instants.ts'
export * from './api/language.ts'
export * from './api/locations.ts'
export * from './api/logger.ts'
export * from './api/mail.ts'
export * from './api/marketing-settings.ts'
export * from './api/merging.ts'
export * from './api/message-endpoints.ts'
export * from './api/message-kinds.ts'
export * from './api/message-origins.ts'
export * from './api/message-search.ts'
export * from './api/messages.ts'
export * from './api/money.ts'
export * from './api/notes.ts'
export * from './api/notices.ts'
export * from './api/notifications.ts'
export * from './api/number-checks.ts'
export * from './api/onboarding.ts'
export * from './api/opt-in-keywords.ts'
export * from './api/payment-accounts.ts'
export * from './api/payment-configs.ts'
export * from './api/payment-documents.ts'
export * from './api/payment-estimates.ts'
export * from './api/payment-lists.ts'
export * from './api/payment-refunds.ts'
export * from './api/payment-requests.ts'
export * from './api/phone-numbers.ts'
export * from './api/presence.ts'
export * from './api/profile.ts'
export * from './api/registration.ts'
export * from './api/scheduled-messages.ts'
export * from './api/security.ts'
export * from './api/send-request.ts'
export * from './api/sending.ts'
export * from './api/short-links.ts'
export * from './api/subscribers.ts'
export * from './api/subscription.ts'
export * from './api/team.ts'
export * from './api/templates.ts'
export * from './api/timeline.ts'
export * from './api/translation.ts'
export * from './api/undelivered.ts'
export * from './api/views.ts'
export * from './api/web-address.ts'
export * from './api/words.ts'
