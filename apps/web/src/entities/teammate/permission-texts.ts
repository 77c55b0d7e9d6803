import { isPermission, type Permission, permissionNotFound } from '@frontdesk/contract/rules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The text for every permission; a missing one does not compile. */
export const PERMISSION_TEXTS: Record<Permission, MessageDescriptor> = {
  admin_manage_users: msg`Manage the team`,
  admin_manage_settings: msg`Manage settings`,
  admin_manage_locations: msg`Manage locations`,
  admin_manage_ai: msg`Manage AI`,
  admin_view_role_permissions: msg`View roles and permissions`,
  admin_edit_role_permissions: msg`Edit roles and permissions`,
  convos_create_new_conversations: msg`Start conversations`,
  convos_view_assigned_to_others: msg`See teammates’ conversations`,
  convos_view_unassigned_conversations: msg`See unassigned conversations`,
  convos_manage_templates: msg`Manage templates`,
  convos_delete_contact_conversation: msg`Delete contacts and conversations`,
  convos_delete_message: msg`Delete messages`,
  contacts_edit: msg`Edit contacts`,
  contacts_export: msg`Export contacts`,
  campaigns_create_bulk: msg`Create campaigns`,
  campaigns_send_bulk_messages: msg`Send campaigns`,
  campaigns_unsubscribe_contacts: msg`Unsubscribe contacts`,
  campaigns_delete_subscribers: msg`Delete subscribers`,
  payments_manage_estimates: msg`Manage estimates`,
  payments_manage: msg`Manage payments`,
  payments_export_reports: msg`Export payment reports`,
  reviews_view: msg`View reviews`,
  reviews_respond_to_reviews: msg`Reply to reviews`,
  reviews_edit_review_responses: msg`Edit review replies`,
  reviews_delete_review_responses: msg`Delete review replies`,
  automations_view: msg`View automations`,
  automations_manage: msg`Manage automations`,
  webtools_webchat_view: msg`View webchat`,
  webtools_webchat_create: msg`Create webchat widgets`,
  webtools_webchat_edit_settings: msg`Edit webchat settings`,
  webtools_webchat_delete: msg`Delete webchat widgets`,
  webtools_pop_up_view: msg`View pop-ups`,
  webtools_pop_up_create: msg`Create pop-ups`,
  webtools_pop_up_edit_settings: msg`Edit pop-up settings`,
  webtools_pop_up_delete: msg`Delete pop-ups`,
}

/** Text of a permission, with a fallback for keys that only a newer server knows. */
export const permissionText = (key: string): string =>
  isPermission(key) ? i18n._(PERMISSION_TEXTS[key]) : permissionNotFound(key)
