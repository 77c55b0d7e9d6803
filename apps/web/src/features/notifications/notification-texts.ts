import type { NotificationChannel, NotificationKind } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const KIND_TEXTS: Record<NotificationKind, { label: MessageDescriptor; text: MessageDescriptor }> = {
  'new-message': {
    label: msg`New message for you`,
    text: msg`In a conversation assigned to you`,
  },
  'new-message-unassigned': {
    label: msg`New unassigned message`,
    text: msg`In a conversation no one is assigned to`,
  },
  'new-message-others': {
    label: msg`New message for a teammate`,
    text: msg`In a conversation assigned to someone else`,
  },
  'conversation-assigned': {
    label: msg`Assigned to you`,
    text: msg`A teammate assigned you a conversation`,
  },
  mentioned: {
    label: msg`You were mentioned`,
    text: msg`A teammate mentioned you in a note`,
  },
  'message-failed': {
    label: msg`Message undelivered`,
    text: msg`A message you wrote couldn’t be delivered`,
  },
  'teammate-joined': {
    label: msg`New teammate`,
    text: msg`Someone joined your team`,
  },
  'booking-new': {
    label: msg`New booking`,
    text: msg`A visit with you was booked`,
  },
  'booking-moved': {
    label: msg`Booking moved`,
    text: msg`A visit with you has a new time`,
  },
  'booking-cancelled': {
    label: msg`Booking canceled`,
    text: msg`A visit with you was canceled`,
  },
  'booking-to-approve': {
    label: msg`Booking to approve`,
    text: msg`Someone asked for a time at your location`,
  },
  'calendar-broken': {
    label: msg`Calendar disconnected`,
    text: msg`Frontdesk lost access to your calendar`,
  },
  'payment-paid': {
    label: msg`Payment received`,
    text: msg`A payment request was paid, online or at the counter`,
  },
  'payment-failed': {
    label: msg`Payment failed`,
    text: msg`A card or bank payment did not go through`,
  },
  'payment-underpaid': {
    label: msg`Time released, only partly paid`,
    text: msg`A contact paid only part of a deposit in time, so the time is no longer held`,
  },
  'estimate-approved': {
    label: msg`Estimate approved`,
    text: msg`A contact approved an estimate`,
  },
  'estimate-approved-late': {
    label: msg`Estimate approved late`,
    text: msg`A contact approved an estimate after it expired, and a teammate has to accept it`,
  },
  'estimate-declined': {
    label: msg`Estimate declined`,
    text: msg`A contact declined an estimate`,
  },
  'refund-to-approve': {
    label: msg`Refund to approve`,
    text: msg`A teammate requested a refund that needs your approval`,
  },
  'refund-failed': {
    label: msg`Refund failed`,
    text: msg`The bank did not accept a refund`,
  },
  'receipt-failed': {
    label: msg`Undelivered receipt`,
    text: msg`A contact didn’t get the receipt for a charge to their card`,
  },
  'payment-link-failed': {
    label: msg`Undelivered payment link`,
    text: msg`A contact didn’t get the link to pay`,
  },
  'payment-to-check': {
    label: msg`Payment to check`,
    text: msg`A payment needs to be checked in Stripe`,
  },
  'payment-disputed': {
    label: msg`Payment disputed`,
    text: msg`A contact’s bank took a payment back`,
  },
  'payout-failed': {
    label: msg`Payout failed`,
    text: msg`Your bank did not accept a payout`,
  },
  'campaign-to-approve': {
    label: msg`Campaign to approve`,
    text: msg`A teammate wants to send a campaign that needs your approval`,
  },
  'campaign-not-sent': {
    label: msg`Campaign not sent`,
    text: msg`A campaign wasn’t sent at its scheduled time`,
  },
}

export const CHANNEL_TEXTS: Record<NotificationChannel, MessageDescriptor> = {
  desktop: msg`Desktop`,
  'mobile-app': msg`Phone`,
  email: msg`Email`,
}
