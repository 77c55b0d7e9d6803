import { SETTING_SUBJECTS, type SettingSubject } from '@frontdesk/contract/rules'
import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { settingKey } from './setting-key.ts'

/** Refetches a setting that a teammate changed. Conversations carry the names of their status, folder and labels. */
export function settingEvents(cache: QueryClient): RealtimeFeature<'setting.changed'> {
  let stale = new Set<SettingSubject>()
  const readAgain = (subject: SettingSubject) => {
    void cache.invalidateQueries({ queryKey: settingKey(subject) })
    if (subject === 'sending') void cache.invalidateQueries({ queryKey: ['send-preview'] })
    if (subject === 'contact-statuses' || subject === 'folders' || subject === 'labels')
      void cache.invalidateQueries({ queryKey: ['conversations'] })
  }
  return {
    handlers: { 'setting.changed': ({ subject }) => void stale.add(subject) },
    flush: () => {
      const subjects = stale
      stale = new Set()
      for (const subject of subjects) readAgain(subject)
    },
    reload: () => {
      for (const subject of SETTING_SUBJECTS) void cache.invalidateQueries({ queryKey: settingKey(subject) })
    },
  }
}
