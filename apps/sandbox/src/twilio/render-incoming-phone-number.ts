import type { BusinessNumber } from '../store/numbers.ts'
import { toRfc2822 } from './dates.ts'

export function renderIncomingPhoneNumber(number: BusinessNumber) {
  const path = `/2010-04-01/Accounts/${number.accountSid}/IncomingPhoneNumbers/${number.sid}`
  return {
    account_sid: number.accountSid,
    address_requirements: 'none',
    address_sid: null,
    api_version: '2010-04-01',
    beta: false,
    bundle_sid: null,
    capabilities: { fax: false, mms: true, sms: true, voice: true },
    date_created: toRfc2822(number.createdAt),
    date_updated: toRfc2822(number.updatedAt),
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    emergency_status: 'Active',
    friendly_name: number.friendlyName,
    identity_sid: null,
    origin: 'twilio',
    phone_number: number.phoneNumber,
    sid: number.sid,
    sms_application_sid: null,
    sms_fallback_method: number.smsFallbackMethod,
    sms_fallback_url: number.smsFallbackUrl,
    sms_method: number.smsMethod,
    sms_url: number.smsUrl,
    status: 'in-use',
    status_callback: number.statusCallback,
    status_callback_method: number.statusCallbackMethod,
    trunk_sid: null,
    type: 'local',
    uri: `${path}.json`,
    voice_application_sid: null,
    voice_caller_id_lookup: false,
    voice_fallback_method: 'POST',
    voice_fallback_url: null,
    voice_method: number.voiceMethod,
    voice_receive_mode: 'voice',
    voice_url: number.voiceUrl,
  }
}
