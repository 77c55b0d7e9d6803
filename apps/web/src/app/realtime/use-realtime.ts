import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bookingEvents } from '../../entities/booking/realtime.ts'
import { consentEvents } from '../../entities/consent/realtime.ts'
import { contactEvents } from '../../entities/contact/realtime.ts'
import { firstDayEvents } from '../../entities/first-day/queries.ts'
import { groupEvents } from '../../entities/group/realtime.ts'
import { locationEvents } from '../../entities/location/realtime.ts'
import { resend, startOutbox } from '../../entities/outbox/send-message.ts'
import { paymentEvents } from '../../entities/payment/realtime.ts'
import { preferenceEvents } from '../../entities/profile/preferences.ts'
import { settingEvents } from '../../entities/setting/realtime.ts'
import { accountEvents } from '../../features/account-deletion/realtime.ts'
import { loginEvents } from '../../features/accounts/realtime.ts'
import { automationEvents } from '../../features/automations/realtime.ts'
import { importEvents } from '../../features/imports/realtime.ts'
import { conversationEvents, type OnMessages } from '../../features/inbox/realtime.ts'
import { noticeEvents } from '../../features/notices/realtime.ts'
import { notificationEvents } from '../../features/notifications/realtime.ts'
import { presenceEvents } from '../../features/presence/realtime.ts'
import { subscriptionEvents } from '../../features/subscription/realtime.ts'
import { teamEvents } from '../../features/team/realtime.ts'
import type { EventHandlers } from '../../lib/realtime/event-handlers.ts'
import { refreshViewer, viewerEvents } from '../session/viewer.ts'
import { connectRealtime } from './connection.ts'
import { createDispatcher } from './dispatcher.ts'

type HandledBy<Feature> = Feature extends { handlers: infer Handlers } ? keyof Handlers : never

/**
 * Combines the event handlers of all features. An event without a handler does not compile, and neither does a feature
 * missing from the list, which would be neither flushed nor reloaded.
 */
function joinFeatures(cache: QueryClient, onMessages: OnMessages) {
  const conversations = conversationEvents(cache, onMessages)
  const presence = presenceEvents(cache)
  const locations = locationEvents(cache)
  const settings = settingEvents(cache)
  const team = teamEvents(cache)
  const notifications = notificationEvents(cache)
  const subscription = subscriptionEvents(cache)
  const notices = noticeEvents(cache)
  const account = accountEvents(cache)
  const preferences = preferenceEvents(cache)
  const login = loginEvents(cache, refreshViewer)
  const firstDay = firstDayEvents(cache)
  const contacts = contactEvents(cache)
  const consent = consentEvents(cache)
  const groups = groupEvents(cache)
  const imports = importEvents(cache)
  const automations = automationEvents(cache)
  const bookings = bookingEvents(cache)
  const payments = paymentEvents(cache)
  const features = [
    conversations,
    presence,
    locations,
    settings,
    team,
    notifications,
    subscription,
    notices,
    account,
    preferences,
    login,
    firstDay,
    contacts,
    consent,
    groups,
    imports,
    automations,
    bookings,
    payments,
    viewerEvents,
  ] as const
  const handlers: EventHandlers = {
    ...conversations.handlers,
    ...presence.handlers,
    ...locations.handlers,
    ...settings.handlers,
    ...team.handlers,
    ...notifications.handlers,
    ...subscription.handlers,
    ...notices.handlers,
    ...account.handlers,
    ...preferences.handlers,
    ...login.handlers,
    ...contacts.handlers,
    ...consent.handlers,
    ...groups.handlers,
    ...imports.handlers,
    ...automations.handlers,
    ...bookings.handlers,
    ...payments.handlers,
    ...viewerEvents.handlers,
    'setting.changed': (event) => {
      settings.handlers['setting.changed'](event)
      bookings.onSetting(event.subject)
    },
    // Texts change what the screens of groups count.
    'message.created': (event) => {
      conversations.handlers['message.created'](event)
      groups.onMessage()
    },
    'message.changed': (event) => {
      conversations.handlers['message.changed'](event)
      groups.onMessage()
      payments.onMessage(event.message)
    },
  }
  const complete: keyof EventHandlers extends HandledBy<(typeof features)[number]> ? typeof features : never = features
  return { features: complete, handlers }
}

/** Keeps the realtime connection open while a session exists. */
export function useRealtime(onMessages: OnMessages) {
  const cache = useQueryClient()
  useEffect(() => {
    const { features, handlers } = joinFeatures(cache, onMessages)
    const stopOutbox = startOutbox(cache)
    const disconnect = connectRealtime({
      onEvents: createDispatcher(handlers, features),
      onReload: () => {
        for (const feature of features) feature.reload()
      },
      onConnected: () => {
        resend()
        void refreshViewer()
        // Refetches the queries that failed while offline, so that no one has to press Retry.
        void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
        // Presence is not in the event log, so changes while disconnected are fetched.
        for (const feature of features) if ('connected' in feature) feature.connected()
      },
    })
    return () => {
      disconnect()
      stopOutbox()
    }
  }, [cache, onMessages])
}
