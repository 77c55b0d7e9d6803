import type { AutomationKind, AutomationReason } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type DelayUnit, delayOf } from './automation-values.ts'

export const KIND_TEXTS: Record<AutomationKind, MessageDescriptor> = {
  'follow-up': msg`Follow-up`,
  reopen: msg`Reopen conversation`,
  webchat: msg`Webchat`,
}

export const KIND_HINTS: Record<AutomationKind, MessageDescriptor> = {
  'follow-up': msg`Texts contacts who haven’t replied to your last message.`,
  reopen: msg`Reopens conversations some time after they were closed.`,
  webchat: msg`Answers, assigns, or moves new webchat conversations.`,
}

export const UNIT_TEXTS: Record<DelayUnit, MessageDescriptor> = {
  minutes: msg`minutes`,
  hours: msg`hours`,
  days: msg`days`,
}

/** Why a run was skipped or waits, or what it left out, in a few words. */
export const REASON_TEXTS: Record<AutomationReason, MessageDescriptor> = {
  'opted-out': msg`contact opted out`,
  'opted-out-of-marketing': msg`contact opted out of marketing`,
  'no-consent': msg`contact hasn’t agreed to marketing texts`,
  'consent-review': msg`contact may have asked to stop`,
  blocked: msg`contact is blocked`,
  landline: msg`number is a landline`,
  unreachable: msg`phone unreachable`,
  'no-sending-account': msg`no carrier account to send from`,
  'daily-limit': msg`daily limit of automatic texts reached`,
  'quiet-hours': msg`quiet hours`,
  'turned-off': msg`automation was turned off`,
  late: msg`more than a day late`,
  replied: msg`contact replied`,
  'teammate-wrote': msg`a teammate wrote`,
  closed: msg`conversation was closed`,
  'already-open': msg`conversation was already reopened`,
  'not-matching': msg`conditions no longer met`,
  undelivered: msg`last message wasn’t delivered`,
  'outside-hours': msg`outside business hours`,
  'text-empty': msg`text was empty`,
  'assignee-missing': msg`not assigned because the teammate can’t see this location`,
  'folder-missing': msg`not moved because its location doesn’t have that folder`,
}

/** A delay in words, such as 2 hours. */
function useDelayText() {
  const { t } = useLingui()
  return (minutes: number): string => {
    const { amount, unit } = delayOf(minutes)
    if (unit === 'days') return amount === 1 ? t`1 day` : t`${amount} days`
    if (unit === 'hours') return amount === 1 ? t`1 hour` : t`${amount} hours`
    return amount === 1 ? t`1 minute` : t`${amount} minutes`
  }
}

/** When an automation acts, such as 2 hours after our last message. */
export function useTriggerText() {
  const { t } = useLingui()
  const delayText = useDelayText()
  return (kind: AutomationKind, minutes: number): string => {
    const delay = delayText(minutes)
    switch (kind) {
      case 'follow-up':
        return t`${delay} after your last message`
      case 'reopen':
        return t`${delay} after a conversation is closed`
      case 'webchat':
        return t`${delay} after a webchat starts`
    }
  }
}
