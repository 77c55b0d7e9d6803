import { LINK_HOURS, type LinkPurpose } from '@frontdesk/contract'
import { letter } from '../mail/index.ts'

const PATHS: Record<LinkPurpose, string> = {
  verify: '/auth/verify',
  'reset-password': '/auth/reset-password',
  invite: '/auth/confirm-invite',
  'change-email': '/auth/verify',
}

/** The screen a link opens. */
export const linkUrl = (publicUrl: string, purpose: LinkPurpose, token: string, email: string): string =>
  `${publicUrl}${PATHS[purpose]}?${new URLSearchParams({ id: token, email })}`

const lasts = (purpose: LinkPurpose): string => {
  const hours = LINK_HOURS[purpose]
  if (hours === 1) return 'one hour'
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}

const workFor = (purpose: LinkPurpose) => `The link works once, for ${lasts(purpose)}.`

export const verifyMail = ({ firstName, url }: { firstName: string; url: string }) =>
  letter({
    subject: 'Confirm your e-mail address',
    heading: `Welcome to Frontdesk${firstName ? `, ${firstName}` : ''}`,
    lines: ['Confirm that this address is yours, so that we can help you if you ever lose your password.'],
    action: { label: 'Confirm e-mail address', url },
    closing: [workFor('verify'), 'If you did not sign up for Frontdesk, you need not do anything.'],
  })

/** To the owner of an address somebody signed up with again. */
export const alreadyHaveLoginMail = ({ tenantName, url }: { tenantName: string; url: string }) =>
  letter({
    subject: 'You already have a Frontdesk account',
    heading: 'You already have an account',
    lines: [
      `Somebody signed up ${tenantName} with this e-mail address, which already has a Frontdesk account.`,
      'If it was you, add the new business to your account. You then sign in to both with your present password.',
    ],
    action: { label: 'Add the business to my account', url },
    closing: [workFor('verify'), 'If it was not you, do not open the link. Nobody has got into your account.'],
  })

export const resetPasswordMail = ({ url }: { url: string }) =>
  letter({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    lines: ['Somebody, probably you, asked for a new password for your Frontdesk account.'],
    action: { label: 'Choose a new password', url },
    closing: [
      `${workFor('reset-password')} Choosing a new password signs you out everywhere.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
  })

export const inviteMail = ({ invitedBy, tenantName, url }: { invitedBy: string; tenantName: string; url: string }) =>
  letter({
    subject: `${invitedBy} invites you to ${tenantName}`,
    heading: `Join ${tenantName}`,
    lines: [`${invitedBy} invites you to answer ${tenantName}’s texts, calls and reviews together, in Frontdesk.`],
    action: { label: 'Accept the invitation', url },
    closing: [workFor('invite'), 'If you do not know them, you need not do anything.'],
    sender: tenantName,
  })

export const newAddressMail = ({ url }: { url: string }) =>
  letter({
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your new e-mail address',
    lines: ['You want to sign in to Frontdesk with this address from now on. Confirm that it is yours.'],
    action: { label: 'Confirm the new address', url },
    closing: [workFor('change-email'), 'Until then your old address stays. If it was not you, do not open the link.'],
  })

export const oldAddressMail = ({ newEmail, isDone }: { newEmail: string; isDone: boolean }) =>
  letter({
    subject: isDone ? 'Your e-mail address was changed' : 'Your e-mail address is about to change',
    heading: isDone ? 'Your e-mail address was changed' : 'Your e-mail address is about to change',
    lines: [
      isDone
        ? `You now sign in to Frontdesk with ${newEmail}. This address is no longer used.`
        : `Somebody signed in as you asked to use ${newEmail} for your Frontdesk account. It changes once that address is confirmed.`,
    ],
    closing: [
      isDone
        ? 'If it was not you, tell an owner of your business at once: they can end all sessions of your account.'
        : 'If it was not you, change your password now. That stops it and signs everybody else out.',
    ],
  })

/** To the owner of an address somebody wanted to change theirs to. */
export const addressInUseMail = () =>
  letter({
    subject: 'You already have a Frontdesk account',
    heading: 'This address has an account already',
    lines: [
      'Somebody wanted to use this e-mail address for another Frontdesk account. It already belongs to yours, so nothing was changed.',
      'If it was you: sign in with this address, or use another one.',
    ],
  })

export interface DeviceFacts {
  device: string
  address: string
  at: string
}

export const newSignInMail = ({ device, address, at }: DeviceFacts, url: string) =>
  letter({
    subject: 'New sign-in to your account',
    heading: 'A new device signed in',
    lines: ['Your Frontdesk account was used on a device we have not seen before.'],
    facts: [
      { label: 'Device', value: device },
      { label: 'Address', value: address },
      { label: 'Time', value: `${at.slice(0, 16).replace('T', ' ')} UTC` },
    ],
    action: { label: 'Look at my sessions', url },
    closing: ['If it was you, you need not do anything. If not, end that session and change your password.'],
  })

export const passwordChangedMail = ({ at }: { at: string }) =>
  letter({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    lines: [`The password of your Frontdesk account was changed on ${at.slice(0, 16).replace('T', ' ')} UTC.`],
    closing: ['If it was not you, choose a new one at once with “Forgot your password?” on the sign-in screen.'],
  })

export const twoStepChangedMail = ({ isOn }: { isOn: boolean }) =>
  letter({
    subject: isOn ? 'Two-step sign-in is on' : 'Two-step sign-in was turned off',
    heading: isOn ? 'Two-step sign-in is on' : 'Two-step sign-in was turned off',
    lines: [
      isOn
        ? 'From now on you need your password and a code of your app to sign in. Keep your recovery codes in a safe place.'
        : 'From now on your password alone is enough to sign in.',
    ],
    closing: ['If it was not you, change your password at once.'],
  })
