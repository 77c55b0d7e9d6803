export const BULK_CHANGES = [
  'close',
  'open',
  'folder',
  'assign',
  'status',
  'read',
  'unread',
  'handled',
  'snooze',
  'unsnooze',
  'block',
] as const
export type BulkChange = (typeof BULK_CHANGES)[number]

/** Conversations of a bulk action, which is more than the largest business has open, and recipients of a message. */
export const BULK_MAX = 200_000

/** Limit of individually selected conversations. */
export const BULK_SELECTED_MAX = 2000

/** Changes to many contacts. */
export const CONTACT_BULK_CHANGES = [
  'add-tags',
  'remove-tags',
  'rename-tags',
  'add-labels',
  'remove-labels',
  'move',
  'delete',
] as const
export type ContactBulkChange = (typeof CONTACT_BULK_CHANGES)[number]

/** Changes to all contacts of a business that follow from a change of a setting. They cannot be stopped or undone. */
export const CONTACT_SETTING_CHANGES = ['change-labels'] as const
export type ContactSettingChange = (typeof CONTACT_SETTING_CHANGES)[number]

/** Changes to many payment requests and estimates. They cannot be undone. */
export const PAYMENT_BULK_CHANGES = ['remind-payments', 'cancel-payments'] as const
export type PaymentBulkChange = (typeof PAYMENT_BULK_CHANGES)[number]

type AnyBulkChange = BulkChange | ContactBulkChange | ContactSettingChange | PaymentBulkChange

export const isContactBulkChange = (change: AnyBulkChange): change is ContactBulkChange =>
  CONTACT_BULK_CHANGES.some((known) => known === change)

export const isPaymentChange = (change: AnyBulkChange): change is PaymentBulkChange =>
  PAYMENT_BULK_CHANGES.some((known) => known === change)

export const isContactSettingChange = (change: AnyBulkChange): change is ContactSettingChange =>
  CONTACT_SETTING_CHANGES.some((known) => known === change)

export const isContactChange = (change: AnyBulkChange): change is ContactBulkChange | ContactSettingChange =>
  isContactBulkChange(change) || isContactSettingChange(change)
