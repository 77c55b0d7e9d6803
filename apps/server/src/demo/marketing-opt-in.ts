import type { Actor } from '../platform/actor.ts'

/** Consent wording that the patients signed, so that messages to groups reach them. */
const MARKETING_WORDING =
  'I agree to receive offers and reminders from Harbor Dental by text. I can stop them any time.'

/** The record of a patient’s consent to marketing. */
export const marketingOptIn = (owner: Actor, contactPhone: string) =>
  ({
    contactPhone,
    tenantPhone: null,
    kind: 'opt-in',
    purpose: 'marketing',
    source: 'paper-form',
    wording: MARKETING_WORDING,
    recordedBy: owner.userId,
  }) as const
