/**
 * Every error a caller can act on, with its HTTP status. The web's text table is typed by these keys,
 * so a code without words does not compile. Codes the spec names keep their spelling.
 */
export const ERRORS = {
  InvalidInput: 400,
  NotSignedIn: 401,
  WrongCredentials: 401,
  SessionExpired: 401,
  RefreshTokenReused: 401,
  Forbidden: 403,
  NotFound: 404,
  ConversationNotFound: 404,
  MessageNotFound: 404,
  PhoneNumberNotFound: 404,
  LocationNotFound: 404,
  FileNotFound: 404,
  PlaceNotFound: 404,
  EmailTaken: 409,
  ClientMessageIdReused: 409,
  PictureTooLarge: 413,
  ChangedMeanwhile: 409,
  LocationInUse: 409,
  LastLocation: 409,
  RequestTooLarge: 413,
  UnsupportedMediaType: 415,
  AssigneeUnknown: 422,
  AttachmentUnknown: 422,
  AttachmentTooLarge: 422,
  ConversationsUnassignable: 422,
  MessageNotRetryable: 422,
  MessagingAccountRefused: 422,
  NoNumberAvailable: 422,
  PhoneNumberInexistent: 422,
  PhoneNumberInvalid: 422,
  PictureUnreadable: 422,
  SendRefused: 422,
  TooManyAttempts: 429,
  CarrierUnavailable: 502,
  PlacesUnavailable: 502,
} as const

export type ErrorCode = keyof typeof ERRORS

/** English sentences for API clients; the web shows its own translated words for the same code. */
export const ERROR_MESSAGES: Record<ErrorCode, string> = {
  InvalidInput: 'Some fields are missing or not in the expected form.',
  NotSignedIn: 'Sign in to continue.',
  WrongCredentials: 'The e-mail address or the password is not right.',
  SessionExpired: 'Your session has ended. Sign in again.',
  RefreshTokenReused: 'This session was ended for safety because an old token of it was used again. Sign in again.',
  Forbidden: 'You do not have the permission this needs. An owner can give it to you.',
  NotFound: 'There is nothing at this address.',
  ConversationNotFound: 'This conversation does not exist, or is not visible to you.',
  MessageNotFound: 'This message does not exist, or is not visible to you.',
  PhoneNumberNotFound: 'This phone number does not belong to your business.',
  LocationNotFound: 'This location does not exist, or is not visible to you.',
  PlaceNotFound: 'Google knows no place by this id any more. Search again, or enter the address yourself.',
  FileNotFound: 'This file does not exist, or is not visible to you.',
  EmailTaken: 'This e-mail address already has an account. Sign in instead.',
  ClientMessageIdReused: 'This message id was already used for a message with other content.',
  PictureTooLarge: 'A picture may have 10 MB and 40 megapixels at most.',
  ChangedMeanwhile: 'Somebody else changed this in the meantime. Look at the present state, then change it again.',
  LocationInUse: 'This location still has numbers, conversations or contacts. Say which location takes them over.',
  LastLocation: 'A business keeps at least one location.',
  RequestTooLarge: 'This is larger than the server accepts.',
  UnsupportedMediaType: 'This kind of file cannot be sent.',
  AssigneeUnknown: 'This teammate does not exist or cannot see this location.',
  AttachmentUnknown: 'An attachment was not found. Upload it again.',
  AttachmentTooLarge: 'The attachments are larger than carriers accept: 5 MB in all, 600 kB for what is not a picture.',
  ConversationsUnassignable: 'You may only start conversations for yourself.',
  MessageNotRetryable: 'This message cannot be sent again as it is.',
  MessagingAccountRefused: 'The carrier did not accept this account. Check the account SID and the auth token.',
  NoNumberAvailable: 'The carrier has no number to offer in this area code. Try another one.',
  PhoneNumberInexistent: 'Phone number isn’t valid. Please enter a valid US or Canada phone number.',
  PhoneNumberInvalid: 'Please enter a valid US mobile number.',
  PictureUnreadable: 'This is no picture we can read. Use a JPEG, PNG, WebP, AVIF or GIF file.',
  SendRefused: 'This message was not sent.',
  TooManyAttempts: 'Too many attempts. Wait a moment before you try again.',
  PlacesUnavailable: 'Google’s places cannot be searched right now. Enter the address yourself.',
  CarrierUnavailable: 'The carrier could not be reached. Nothing was changed; try again in a moment.',
}

/** The body of every error: the wrapper's `success: false` (spec section 7) with the main service's errorCode and message. */
export interface ApiErrorBody {
  success: false
  errorCode: ErrorCode | 'Unexpected'
  message: string
  status: number
  data: unknown
  /** Quote it when asking for help. */
  requestId: string
}
