import { accountDeletionModule } from '../modules/account-deletion/module.ts'
import { accountsModule } from '../modules/accounts/module.ts'
import { assigneesModule } from '../modules/assignees/module.ts'
import { assignmentModule } from '../modules/assignment/module.ts'
import { attentionModule } from '../modules/attention/module.ts'
import { auditModule } from '../modules/audit/module.ts'
import { autoRepliesModule } from '../modules/auto-replies/module.ts'
import { automationsModule } from '../modules/automations/module.ts'
import { blockedNumbersModule } from '../modules/blocked-numbers/module.ts'
import { bookingCalendarsModule } from '../modules/booking-calendars/module.ts'
import { bookingConfigsModule } from '../modules/booking-configs/module.ts'
import { bookingMailsModule } from '../modules/booking-mails/module.ts'
import { bookingOffersModule } from '../modules/booking-offers/module.ts'
import { bookingPagesModule } from '../modules/booking-pages/module.ts'
import { bookingPaymentsModule } from '../modules/booking-payments/module.ts'
import { bookingResourcesModule } from '../modules/booking-resources/module.ts'
import { bookingServicesModule } from '../modules/booking-services/module.ts'
import { bookingTasksModule } from '../modules/booking-tasks/module.ts'
import { bookingTextsModule } from '../modules/booking-texts/module.ts'
import { bookingTimeZonesModule } from '../modules/booking-time-zones/module.ts'
import { bookingViewsModule } from '../modules/booking-views/module.ts'
import { bookingWaitlistModule } from '../modules/booking-waitlist/module.ts'
import { bookingsModule } from '../modules/bookings/module.ts'
import { bulkActionsModule } from '../modules/bulk-actions/module.ts'
import { businessHoursModule } from '../modules/business-hours/module.ts'
import { campaignsModule } from '../modules/campaigns/module.ts'
import { cardPaymentsModule } from '../modules/card-payments/module.ts'
import { cashSheetModule } from '../modules/cash-sheet/module.ts'
import { catchUpModule } from '../modules/catch-up/module.ts'
import { changesModule } from '../modules/changes/module.ts'
import { consentModule } from '../modules/consent/module.ts'
import { contactActivitiesModule } from '../modules/contact-activities/module.ts'
import { contactDuplicatesModule } from '../modules/contact-duplicates/module.ts'
import { contactFieldsModule } from '../modules/contact-fields/module.ts'
import { contactImportsModule } from '../modules/contact-imports/module.ts'
import { contactListModule } from '../modules/contact-list/module.ts'
import { contactMergingModule } from '../modules/contact-merging/module.ts'
import { contactRowsModule } from '../modules/contact-rows/module.ts'
import { contactSegmentsModule } from '../modules/contact-segments/module.ts'
import { contactStatusesModule } from '../modules/contact-statuses/module.ts'
import { contactsModule } from '../modules/contacts/module.ts'
import { conversationConfigsModule } from '../modules/conversation-configs/module.ts'
import { conversationsModule } from '../modules/conversations/module.ts'
import { devAdminModule } from '../modules/dev-admin/module.ts'
import { draftsModule } from '../modules/drafts/module.ts'
import { filesModule } from '../modules/files/module.ts'
import { foldersModule } from '../modules/folders/module.ts'
import { groupMessagesModule } from '../modules/group-messages/module.ts'
import { groupsModule } from '../modules/groups/module.ts'
import { locationsModule } from '../modules/locations/module.ts'
import { loggerModule } from '../modules/logger/module.ts'
import { mailModule } from '../modules/mail/module.ts'
import { marketingSettingsModule } from '../modules/marketing-settings/module.ts'
import { mergingModule } from '../modules/merging/module.ts'
import { messageOriginsModule } from '../modules/message-origins/module.ts'
import { messagesModule } from '../modules/messages/module.ts'
import { messagingModule } from '../modules/messaging/module.ts'
import { notesModule } from '../modules/notes/module.ts'
import { noticesModule } from '../modules/notices/module.ts'
import { notificationsModule } from '../modules/notifications/module.ts'
import { numberPairsModule } from '../modules/number-pairs/module.ts'
import { onboardingModule } from '../modules/onboarding/module.ts'
import { optInKeywordsModule } from '../modules/opt-in-keywords/module.ts'
import { paymentAccountsModule } from '../modules/payment-accounts/module.ts'
import { paymentConfigsModule } from '../modules/payment-configs/module.ts'
import { paymentDocumentsModule } from '../modules/payment-documents/module.ts'
import { paymentPagesModule } from '../modules/payment-pages/module.ts'
import { paymentTextsModule } from '../modules/payment-texts/module.ts'
import { paymentsLedgerModule } from '../modules/payments-ledger/module.ts'
import { phoneNumbersModule } from '../modules/phone-numbers/module.ts'
import { presenceModule } from '../modules/presence/module.ts'
import { profileModule } from '../modules/profile/module.ts'
import { searchModule } from '../modules/search/module.ts'
import { sendingModule } from '../modules/sending/module.ts'
import { settingsModule } from '../modules/settings/module.ts'
import { shortLinksModule } from '../modules/short-links/module.ts'
import { subscribersModule } from '../modules/subscribers/module.ts'
import { subscriptionModule } from '../modules/subscription/module.ts'
import { teamModule } from '../modules/team/module.ts'
import { templatesModule } from '../modules/templates/module.ts'
import { threadsModule } from '../modules/threads/module.ts'
import { timelineModule } from '../modules/timeline/module.ts'
import { totalsModule } from '../modules/totals/module.ts'
import { translationModule } from '../modules/translation/module.ts'
import { viewsModule } from '../modules/views/module.ts'
import { visibilityModule } from '../modules/visibility/module.ts'

/** All modules of the server. Their location followers run in this order: folders before conversations (assignment). */
export const MODULES = [
  accountDeletionModule,
  accountsModule,
  assigneesModule,
  attentionModule,
  auditModule,
  autoRepliesModule,
  blockedNumbersModule,
  bookingCalendarsModule,
  bookingConfigsModule,
  bookingMailsModule,
  bookingOffersModule,
  bookingPagesModule,
  bookingPaymentsModule,
  bookingResourcesModule,
  bookingServicesModule,
  bookingTasksModule,
  bookingTextsModule,
  bookingTimeZonesModule,
  bookingWaitlistModule,
  bookingsModule,
  bookingViewsModule,
  bulkActionsModule,
  businessHoursModule,
  catchUpModule,
  changesModule,
  consentModule,
  contactFieldsModule,
  contactImportsModule,
  contactListModule,
  contactRowsModule,
  contactSegmentsModule,
  contactActivitiesModule,
  contactDuplicatesModule,
  contactMergingModule,
  contactStatusesModule,
  contactsModule,
  conversationConfigsModule,
  foldersModule,
  assignmentModule,
  conversationsModule,
  devAdminModule,
  draftsModule,
  filesModule,
  groupMessagesModule,
  groupsModule,
  campaignsModule,
  automationsModule,
  locationsModule,
  loggerModule,
  mailModule,
  marketingSettingsModule,
  mergingModule,
  messageOriginsModule,
  messagesModule,
  messagingModule,
  notesModule,
  noticesModule,
  notificationsModule,
  numberPairsModule,
  onboardingModule,
  optInKeywordsModule,
  paymentAccountsModule,
  cardPaymentsModule,
  cashSheetModule,
  paymentConfigsModule,
  paymentDocumentsModule,
  paymentPagesModule,
  paymentTextsModule,
  paymentsLedgerModule,
  phoneNumbersModule,
  presenceModule,
  profileModule,
  searchModule,
  sendingModule,
  settingsModule,
  shortLinksModule,
  subscribersModule,
  subscriptionModule,
  teamModule,
  templatesModule,
  threadsModule,
  timelineModule,
  totalsModule,
  translationModule,
  viewsModule,
  visibilityModule,
] as const
