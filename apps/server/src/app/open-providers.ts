import type { CarrierAccount } from '../modules/messaging/index.ts'
import type { Config, StripeConfig } from '../platform/config.ts'
import type { BaseServices } from '../platform/module.ts'
import { createHostBreakers } from '../platform/outbound/host-breakers.ts'
import { type AiAccount, createAiTranslator } from '../providers/ai/ai-translator.ts'
import { createGoogleCalendars, type GoogleCalendarAccount } from '../providers/google/google-calendars.ts'
import { createGooglePlaces, type GooglePlacesAccount } from '../providers/google/google-places.ts'
import { createSmtpMailer } from '../providers/smtp/smtp-mailer.ts'
import { createStripePayments } from '../providers/stripe/stripe-payments.ts'
import { createTwilioCarrier } from '../providers/twilio/twilio-carrier.ts'
import { isSigned, readInbound, readStatus } from '../providers/twilio/webhook.ts'
import { createCalendarFileReader } from '../providers/web/calendar-file.ts'
import { createPageReader } from '../providers/web/page-reader.ts'
import { createWebPush } from '../providers/web-push/web-push-service.ts'

/** Addresses of outside services that override the configuration; functions, because a sandbox listens later. */
export interface ProviderOptions {
  /** The carrier account of the environment. */
  sharedAccount?: () => CarrierAccount | null
  carrierUrl?: () => string | null
  mailUrl?: () => string | null
  places?: () => GooglePlacesAccount | null
  googleCalendars?: () => GoogleCalendarAccount | null
  fetchCalendarFile?: BaseServices['fetchCalendarFile']
  stripe?: () => StripeConfig | null
  /** The language model. */
  ai?: () => AiAccount | null
  readPage?: BaseServices['readPage']
}

export function openProviders(
  { now, secrets, publicUrl }: Pick<BaseServices, 'now' | 'secrets' | 'publicUrl'>,
  { twilio, google, mail, ai, stripe, pushServiceUrl }: Config,
  options: ProviderOptions,
) {
  const breakers = createHostBreakers(() => Temporal.Instant.from(now()).epochMilliseconds)
  return {
    carrier: createTwilioCarrier(options.carrierUrl ?? (() => twilio.baseUrl), breakers),
    sharedAccount: options.sharedAccount ?? (() => environmentAccount(twilio)),
    webhookReader: { isSigned, readInbound, readStatus },
    readPage: options.readPage ?? createPageReader(breakers),
    translator: createAiTranslator(options.ai ?? (() => ai), breakers),
    mailer: createSmtpMailer({ url: options.mailUrl ?? (() => mail.smtpUrl), from: mail.from, breakers }),
    places: createGooglePlaces(options.places ?? (() => environmentPlaces(google)), breakers),
    googleCalendars: createGoogleCalendars(options.googleCalendars ?? (() => environmentCalendars(google)), breakers),
    paymentProvider: createStripePayments(options.stripe ?? (() => stripe), breakers),
    fetchCalendarFile: options.fetchCalendarFile ?? createCalendarFileReader(breakers),
    pushService: createWebPush({
      keys: secrets.pushKeys,
      // Apple requires a contact address and does not accept a page without https.
      subject: () => (publicUrl().startsWith('https:') ? publicUrl() : 'mailto:frontdesk@example.com'),
      trustedOrigin: pushServiceUrl && new URL(pushServiceUrl).origin,
      breakers,
    }),
  }
}

const environmentAccount = ({ accountSid, authToken }: Config['twilio']): CarrierAccount | null =>
  accountSid && authToken ? { accountSid, authToken } : null

const environmentPlaces = ({ placesBaseUrl, mapsApiKey }: Config['google']): GooglePlacesAccount | null =>
  mapsApiKey ? { baseUrl: placesBaseUrl, apiKey: mapsApiKey } : null

const environmentCalendars = ({ clientId, clientSecret, calendarBaseUrl, accountsBaseUrl }: Config['google']) =>
  clientId && clientSecret
    ? {
        clientId,
        clientSecret,
        apiUrl: calendarBaseUrl ?? 'https://www.googleapis.com',
        consentUrl: `${accountsBaseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
        tokenUrl: `${accountsBaseUrl ?? 'https://oauth2.googleapis.com'}/token`,
        revokeUrl: `${accountsBaseUrl ?? 'https://oauth2.googleapis.com'}/revoke`,
      }
    : null
