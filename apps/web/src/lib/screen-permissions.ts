import type { Permission } from '@frontdesk/contract/rules'

/** The permissions that screens require. The navigation lists screens by it, and a journey visits each one without. */
export const SCREEN_PERMISSIONS = {
  '/team?tab=team-list': 'admin_manage_users',
  '/team?tab=role-list': 'admin_view_role_permissions',
  '/contacts/duplicates': 'contacts_edit',
  '/contacts/import': 'contacts_edit',
  '/contacts/opt-outs': 'contacts_edit',
  '/groups/new': 'contacts_edit',
  '/marketing/automations': 'automations_view',
  '/marketing/automations/new': 'automations_manage',
  '/marketing/group-messaging/manage': 'campaigns_send_bulk_messages',
  '/marketing/group-messaging/messages': 'campaigns_send_bulk_messages',
  '/marketing/settings': 'admin_manage_settings',
  '/marketing/create-campaign': 'campaigns_create_bulk',
  '/settings/audit': 'admin_manage_settings',
  '/settings/billing-and-plans': 'admin_manage_settings',
  '/settings/business-hours': 'admin_manage_settings',
  '/settings/contacts': 'admin_manage_settings',
  '/settings/contacts/blocked-numbers': 'admin_manage_settings',
  '/settings/contacts/statuses': 'admin_manage_settings',
  '/settings/conversations': 'admin_manage_settings',
  '/settings/frontdesk-phone-numbers': 'admin_manage_settings',
  '/settings/labels': 'admin_manage_settings',
  '/settings/location': 'admin_manage_locations',
  '/settings/location/add': 'admin_manage_locations',
  '/settings/sending': 'admin_manage_settings',
} as const satisfies Record<string, Permission>
