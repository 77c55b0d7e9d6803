import * as accountDeletion from '../modules/account-deletion/events.ts'
import * as accounts from '../modules/accounts/events.ts'
import * as attention from '../modules/attention/events.ts'
import * as contacts from '../modules/contacts/events.ts'
import * as conversations from '../modules/conversations/events.ts'
import * as locations from '../modules/locations/events.ts'
import * as merging from '../modules/merging/events.ts'
import * as messages from '../modules/messages/events.ts'
import * as notes from '../modules/notes/events.ts'
import * as notifications from '../modules/notifications/events.ts'
import * as profile from '../modules/profile/events.ts'
import * as settings from '../modules/settings/events.ts'
import * as shortLinks from '../modules/short-links/events.ts'
import * as subscription from '../modules/subscription/events.ts'
import * as team from '../modules/team/events.ts'
import * as translation from '../modules/translation/events.ts'
import { eventCatalog } from '../platform/events/define-event.ts'

/** The events of all modules: everything that their `events.ts` files export. */
export const EVENTS = eventCatalog(
  [
    accountDeletion,
    accounts,
    attention,
    contacts,
    conversations,
    locations,
    merging,
    messages,
    notes,
    notifications,
    profile,
    settings,
    shortLinks,
    subscription,
    team,
    translation,
  ].flatMap((events) => Object.values(events)),
)
