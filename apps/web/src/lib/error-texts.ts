import type { ErrorCode } from '@frontdesk/contract'
import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The words for every code of the contract; a code without words does not compile. */
export const ERROR_TEXTS: Record<ErrorCode, MessageDescriptor> = {
  InvalidInput: msg`Some fields are missing or not in the expected form. Check them and try again.`,
  NotSignedIn: msg`You are signed out. Sign in to continue.`,
  WrongCredentials: msg`The e-mail address or the password is not right.`,
  TwoStepRequired: msg`Enter the code your authenticator app shows, or a recovery code.`,
  WrongCode: msg`This code is not right, was used before or is too old. Enter the one your app shows now.`,
  TenantChoiceRequired: msg`You belong to several businesses. Choose one.`,
  SignUpClosed: msg`This invite code is not right. Ask whoever invited you for it.`,
  TwoStepSetupRequired: msg`Your business requires two-step sign-in. Set it up to go on.`,
  LinkUnknown: msg`This link is not right. Open it from the mail once more, or ask for a new one.`,
  LinkExpired: msg`This link is too old. Ask for a new one.`,
  LinkUsed: msg`This link was used already, or replaced by a newer one.`,
  SessionNotFound: msg`This session has ended already.`,
  TenantNotFound: msg`You do not belong to this business any more.`,
  PasswordTooShort: msg`The password is too short. Use at least 10 characters.`,
  TwoStepIsOff: msg`Two-step sign-in is not set up. Set it up for yourself first.`,
  TwoStepIsOn: msg`Two-step sign-in is on already.`,
  TwoStepIsRequired: msg`Your business requires two-step sign-in, so it stays on.`,
  WrongPassword: msg`The password is not right.`,
  SessionExpired: msg`Your session has ended. Sign in again.`,
  RefreshTokenReused: msg`This session was ended for your safety. Sign in again.`,
  NotInTrial: msg`A trial does not include this. It comes with every plan.`,
  PlanLimitReached: msg`Your plan does not include more of these. Write to us about a larger one.`,
  Forbidden: msg`You do not have the permission this needs. An owner can give it to you.`,
  OwnersOnly: msg`Only an owner can make somebody an owner.`,
  ViewingAs: msg`You are viewing as somebody else: you can look at everything they see, and change nothing.`,
  AccountHolderOnly: msg`Only the person who opened the account may do this.`,
  ConfirmationWrong: msg`This is not the name of your business. Nothing was changed.`,
  NotFound: msg`There is nothing here. It may have been moved or deleted.`,
  ConversationNotFound: msg`This conversation does not exist, or you may not see it.`,
  AnsweredMeanwhile: msg`A teammate has answered meanwhile. Read it, then send yours or change it.`,
  LinkNotShortenable: msg`Only an address of the open web can be shortened, such as https://example.com/offer.`,
  ShortLinkNotFound: msg`This short link does not exist any more.`,
  MessageEmpty: msg`A message needs a text or an attachment.`,
  ScheduledMessageNotFound: msg`This message is not waiting any more: it was sent or cancelled.`,
  ScheduleTimeInvalid: msg`Choose a moment in the future, within a year.`,
  TooManyScheduled: msg`As many messages as can be are waiting in this conversation: 50. Cancel one first.`,
  MessageNotFound: msg`This message does not exist, or you may not see it.`,
  ContactNotFound: msg`This contact does not exist, or you may not see it.`,
  NoteNotFound: msg`This note does not exist any more.`,
  NoteNotYours: msg`Only the person who wrote this note can change it.`,
  PhoneNumberNotFound: msg`This phone number does not belong to your business.`,
  LocationNotFound: msg`This location does not exist, or you may not see it.`,
  MemberNotFound: msg`This person is not in your team any more.`,
  PermissionNotFound: msg`This permission does not exist.`,
  NotificationNotFound: msg`This notification is gone.`,
  DeviceNotFound: msg`This device is gone. It may have been removed elsewhere.`,
  FileNotFound: msg`This file does not exist, or you may not see it.`,
  DemoUnavailable: msg`The demo business cannot be made: there is no sandbox here, it is being made already, or one of its logins belongs to another business.`,
  TemplateNotFound: msg`This template does not exist any more, or is not for your locations.`,
  PlaceNotFound: msg`Google knows no place by this id any more. Search again, or enter the address yourself.`,
  EmailTaken: msg`This e-mail address already has an account. Sign in instead.`,
  MemberChanged: msg`Somebody else changed this person meanwhile. You see their present state now; change it again and save.`,
  MemberExists: msg`Somebody with this e-mail address is already in your team.`,
  ClientMessageIdReused: msg`This message was already sent with other words. Write it again.`,
  PictureTooLarge: msg`This picture is too large: 10 MB and 40 megapixels at most. Choose a smaller one.`,
  ChangedMeanwhile: msg`Somebody else changed this in the meantime. Here is the present state: change it again if it still needs it.`,
  LocationInUse: msg`This location still has numbers, conversations or contacts. Choose the location that takes them over.`,
  TemplateTitleTaken: msg`Another template has this title already. Choose another one.`,
  AlreadyAssigned: msg`Somebody else has taken this conversation already.`,
  LabelUnknown: msg`There is no such label any more.`,
  ContactStatusUnknown: msg`There is no such status any more. Choose another one.`,
  TooManyTemplates: msg`There are as many templates as a business can have. Delete one first.`,
  LastLocation: msg`A business keeps at least one location. Add another one before you remove this one.`,
  RequestTooLarge: msg`This is larger than Frontdesk accepts: 20 MB at most.`,
  UnsupportedMediaType: msg`This kind of file cannot be sent by text. Pictures, videos, sound and PDF files can.`,
  AccountHolderProtected: msg`The account holder stays an owner with all locations, and cannot be removed.`,
  InvitationAnswered: msg`This person has already joined.`,
  LastOwner: msg`A business needs at least one owner. Make somebody else an owner first.`,
  LoginShared: msg`This person signs in to other businesses too, so only they can set their password. They can use “Forgot password” on the sign-in page.`,
  MemberNotJoined: msg`This person has not joined yet. Send the invitation again instead.`,
  OwnMembership: msg`You cannot change your own role or locations, or remove yourself. Ask another owner.`,
  PermissionUnchangeable: msg`This permission cannot be changed for this role.`,
  AssigneeUnknown: msg`This teammate does not exist or cannot see this location.`,
  AttachmentUnknown: msg`An attachment was not found. Remove it and add it again.`,
  AttachmentTooLarge: msg`Carriers do not take this much: 5 MB in all, 600 kB for what is not a picture. Remove something and send again.`,
  ConversationsUnassignable: msg`You may only start conversations for yourself.`,
  MessageNotRetryable: msg`This message cannot be sent again as it is. Write a new one.`,
  MessagingAccountRefused: msg`The carrier did not accept this account. Check the account SID and the auth token.`,
  NoNumberAvailable: msg`The carrier has no number to offer in this area code. Try another one.`,
  PhoneNumberInexistent: msg`Phone number isn’t valid. Please enter a valid US or Canada phone number.`,
  PhoneNumberInvalid: msg`Please enter a valid US mobile number.`,
  PictureUnreadable: msg`This is no picture we can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.`,
  PushEndpointRefused: msg`This browser’s push service cannot be used. Try another browser.`,
  TooManyDevices: msg`You have 20 devices already. Remove one you no longer use.`,
  SendRefused: msg`This message was not sent.`,
  TooManyAttempts: msg`Too many attempts. Wait a minute, then try again.`,
  PlacesUnavailable: msg`Google’s places cannot be searched right now. Enter the address yourself.`,
  CarrierUnavailable: msg`The carrier could not be reached. Nothing was changed; try again in a moment.`,
}

const unreachable = msg`Frontdesk cannot be reached. What you entered is kept; check your connection and try again.`
const unexpected = msg`Something went wrong on our side. What you entered is kept; try again in a moment.`

/** The contract's code of a failed call, or null when it did not get that far. */
export function errorCode(error: unknown): ErrorCode | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && code in ERROR_TEXTS ? (code as ErrorCode) : null
}

/** Whether the call may never have reached the server, so that repeating it is right. */
export function isUnreachable(error: unknown): boolean {
  if (errorCode(error) === 'TooManyAttempts') return true
  if (errorCode(error) !== null) return false
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status === 0 || status === 408 || status >= 500
}

/** The number of a request that failed for no reason its sender could do something about; it is worth quoting. */
export function requestIdOf(error: unknown): string | null {
  const isOurs = error instanceof Error && 'requestId' in error && errorCode(error) === null
  return isOurs && typeof error.requestId === 'string' ? error.requestId : null
}

/** What happened, what was kept and what to do, in the reader's language. */
export function errorText(error: unknown): string {
  const code = errorCode(error)
  if (code) return i18n._(ERROR_TEXTS[code])
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return i18n._(status === 0 ? unreachable : unexpected)
}
