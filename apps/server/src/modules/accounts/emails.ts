import { LINK_HOURS, type LinkPurpose } from '@frontdesk/contract/rules'
import { renderEmail } from '../mail/index.ts'

const PATHS: Record<LinkPurpose, string> = {
  verify: '/auth/verify',
  'reset-password': '/auth/reset-password',
  invite: '/auth/confirm-invite',
  'change-email': '/auth/verify',
}

/** Builds the URL of the screen that handles a link. */
export const linkUrl = (publicUrl: string, purpose: LinkPurpose, token: string, email: string): string =>
  `${publicUrl}${PATHS[purpose]}?${new URLSearchParams({ id: token, email })}`

const lasts = (purpose: LinkPurpose): string => {
  const hours = LINK_HOURS[purpose]
  if (hours === 1) return 'one hour'
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}

const expiresIn = (purpose: LinkPurpose) => `This link expires in ${lasts(purpose)} and can be used once.`

export const verifyMail = ({ firstName, url }: { firstName: string; url: string }) =>
  renderEmail({
    subject: 'Confirm your email',
    heading: `Welcome to Frontdesk${firstName ? `, ${firstName}` : ''}`,
    lines: ['Confirm that this email is yours, so you can always get back into your account.'],
    action: { label: 'Confirm email', url },
    closing: [expiresIn('verify'), 'If you didn’t sign up for Frontdesk, you can ignore this email.'],
  })

/** To the owner of an email that was used to sign up a second time. */
export const alreadyHaveLoginMail = ({ tenantName, url }: { tenantName: string; url: string }) =>
  renderEmail({
    subject: 'You already have a Frontdesk account',
    heading: 'You already have an account',
    lines: [
      `Someone used this email to sign up ${tenantName}, but it already has a Frontdesk account.`,
      'If it was you, add the new business to your account. You then sign in to both with your current password.',
    ],
    action: { label: 'Add the business to my account', url },
    closing: [expiresIn('verify'), 'If it wasn’t you, don’t open the link. No one got into your account.'],
  })

export const resetPasswordMail = ({ url }: { url: string }) =>
  renderEmail({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    lines: ['We received a request to reset the password for your Frontdesk account.'],
    action: { label: 'Choose a new password', url },
    closing: [
      `${expiresIn('reset-password')} Choosing a new password signs you out everywhere.`,
      'If it wasn’t you, you can ignore this email. Your password stays the same.',
    ],
  })

export const inviteMail = ({ invitedBy, tenantName, url }: { invitedBy: string; tenantName: string; url: string }) =>
  renderEmail({
    subject: `${invitedBy} invited you to ${tenantName}`,
    heading: `Join ${tenantName}`,
    lines: [`${invitedBy} invited you to answer ${tenantName}’s texts together in Frontdesk.`],
    action: { label: 'Accept invitation', url },
    closing: [expiresIn('invite'), 'If you weren’t expecting this, you can ignore this email.'],
    sender: tenantName,
  })

export const newAddressMail = ({ url }: { url: string }) =>
  renderEmail({
    subject: 'Confirm your new email',
    heading: 'Confirm your new email',
    lines: ['You asked to sign in to Frontdesk with this email. Confirm that it’s yours.'],
    action: { label: 'Confirm new email', url },
    closing: [
      expiresIn('change-email'),
      'Until then you keep signing in with your old one. If it wasn’t you, don’t open the link.',
    ],
  })

export const oldAddressMail = ({ newEmail, isDone }: { newEmail: string; isDone: boolean }) =>
  renderEmail({
    subject: isDone ? 'Your email was changed' : 'Your email is about to change',
    heading: isDone ? 'Your email was changed' : 'Your email is about to change',
    lines: [
      isDone
        ? `You now sign in to Frontdesk with ${newEmail}. This email is no longer used.`
        : `Someone signed in as you asked to use ${newEmail} for your Frontdesk account. It changes once that email is confirmed.`,
    ],
    closing: [
      isDone
        ? 'If it wasn’t you, tell an owner of your business right away. They can end every session on your account.'
        : 'If it wasn’t you, change your password now. That cancels the change and signs everyone else out.',
    ],
  })

/** To the owner of an email that another login tried to change to. */
export const addressInUseMail = () =>
  renderEmail({
    subject: 'You already have a Frontdesk account',
    heading: 'This email already has an account',
    lines: [
      'Someone tried to use this email for another Frontdesk account. It already belongs to yours, so nothing was changed.',
      'If it was you, sign in with this email or use another one.',
    ],
  })

export interface SignInDetails {
  device: string
  address: string
  at: string
}

export const newSignInMail = ({ device, address, at }: SignInDetails, url: string) =>
  renderEmail({
    subject: 'New sign-in to your account',
    heading: 'New sign-in on another device',
    lines: ['Someone signed in to your Frontdesk account on a device we haven’t seen before.'],
    details: [
      { label: 'Device', value: device },
      { label: 'IP address', value: address },
      { label: 'Time', value: `${at.slice(0, 16).replace('T', ' ')} UTC` },
    ],
    action: { label: 'Review my sessions', url },
    closing: ['If it was you, you can ignore this email. If not, end that session and change your password.'],
  })

export const passwordChangedMail = ({ at }: { at: string }) =>
  renderEmail({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    lines: [`The password for your Frontdesk account was changed on ${at.slice(0, 16).replace('T', ' ')} UTC.`],
    closing: ['If it wasn’t you, choose a new one right away with “Forgot your password?” on the sign-in page.'],
  })

export const twoStepChangedMail = ({ isOn }: { isOn: boolean }) =>
  renderEmail({
    subject: isOn ? 'Two-step sign-in is on' : 'Two-step sign-in was turned off',
    heading: isOn ? 'Two-step sign-in is on' : 'Two-step sign-in was turned off',
    lines: [
      isOn
        ? 'From now on, sign in with your password and a code from your authenticator app. Keep your recovery codes in a safe place.'
        : 'From now on, you only need your password to sign in.',
    ],
    closing: ['If it wasn’t you, change your password right away.'],
  })
