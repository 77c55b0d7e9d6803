import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
import type { Registration } from '../store/registrations.ts'

export interface NewRegistration extends Pick<Registration, 'brandStatus' | 'campaignStatus' | 'useCase'> {
  phoneNumber: string
  errors: object[]
}

/** Registers a business's number with US carriers, in place of an earlier registration; null if no account owns it. */
export function registerNumber(
  context: SandboxContext,
  { phoneNumber, errors, ...statuses }: NewRegistration,
): Registration | null {
  const number = context.numbers.findByPhoneNumber(phoneNumber)
  if (!number) return null
  const registration: Registration = {
    serviceSid: makeSid('MG'),
    accountSid: number.accountSid,
    numberSid: number.sid,
    brandSid: makeSid('BN'),
    campaignSid: makeSid('QE'),
    ...statuses,
    errors: JSON.stringify(errors),
    createdAt: context.now(),
  }
  context.registrations.replace(registration)
  return registration
}
