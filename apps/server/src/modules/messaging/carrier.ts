/** What a carrier can do for us. `providers/` has one folder for each real one; nothing else knows their names. */
export interface Carrier {
  /**
   * Rejects with `HostUnavailable` while requests to send texts are suspended after repeated failures. When it is time
   * to try again, asks the carrier something harmless first.
   */
  ensureAvailable: () => Promise<void>
  send: (account: CarrierAccount, text: OutgoingText) => Promise<CarrierMessage>
  /** Recent texts of ours to a number, to find out what became of one whose answer was lost. */
  findSent: (account: CarrierAccount, search: { from: string; to: string; since: string }) => Promise<CarrierMessage[]>
  /** Texts that reached our number, oldest first, to find the ones whose webhook never came. */
  findReceived: (account: CarrierAccount, search: { to: string; since: string }) => Promise<ReceivedText[]>
  fetchStatus: (account: CarrierAccount, providerSid: string) => Promise<CarrierMessage>
  /** The media of a text that reached us. */
  listMedia: (account: CarrierAccount, providerSid: string) => Promise<{ url: string; contentType: string }[]>
  fetchMedia: (account: CarrierAccount, url: string, maxBytes: number) => Promise<Buffer>
  lookUp: (account: CarrierAccount, phone: string) => Promise<NumberFacts>
  checkAccount: (account: CarrierAccount) => Promise<void>
  searchNumbers: (account: CarrierAccount, search: NumberSearch) => Promise<AvailableNumber[]>
  /** Monthly price of a local number; null when the carrier lists none. */
  fetchNumberPrice: (account: CarrierAccount) => Promise<NumberPrice | null>
  /**
   * Buys the given number, or any available one in the area code; null when it is no longer available or there is none.
   */
  buyNumber: (
    account: CarrierAccount,
    request: { phoneNumber: string | null; areaCode: string | null; friendlyName: string; webhookUrl: string },
  ) => Promise<CarrierNumber | null>
  findNumber: (
    account: CarrierAccount,
    search: { phoneNumber?: string; friendlyName?: string },
  ) => Promise<CarrierNumber | null>
  /** Gives a number back; one that is gone already is no failure. */
  releaseNumber: (account: CarrierAccount, providerSid: string) => Promise<void>
  pointNumber: (account: CarrierAccount, providerSid: string, webhookUrl: string) => Promise<void>
}

/** Conditions are combined with AND. */
export interface NumberSearch {
  areaCode?: string
  /** Consecutive digits anywhere in the number. */
  contains?: string
  locality?: string
  /** Two-letter state code. */
  region?: string
}

export interface AvailableNumber {
  phoneNumber: string
  locality: string | null
  region: string | null
}

export interface NumberPrice {
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
}

/** What a look-up tells about a number. */
export interface NumberFacts {
  isValid: boolean
  countryCode: string | null
  /** As the carrier names it: mobile, landline, fixedVoip, nonFixedVoip, tollFree, …; null when it cannot tell. */
  lineType: string | null
}

export interface CarrierAccount {
  accountSid: string
  authToken: string
}

export interface OutgoingText {
  from: string
  to: string
  body: string
  mediaUrls: string[]
  statusCallback: string
}

export interface CarrierMessage {
  providerSid: string
  /** The carrier's own word, such as `queued` or `undelivered`. */
  status: string
  errorCode: number | null
  body: string
  createdAt: string
}

export interface ReceivedText {
  providerSid: string
  from: string
  to: string
  body: string
  mediaCount: number
  createdAt: string
}

export interface CarrierNumber {
  phoneNumber: string
  providerSid: string
  friendlyName: string
}

/**
 * Why a call to the carrier failed.
 * `refused`: it said no, and nothing was sent. `not-reached`: it never got the request. `throttled`: it asks us to wait.
 * `unknown`: the request may have been carried out; only asking the carrier again can tell.
 */
export class CarrierError extends Error {
  readonly outcome: 'refused' | 'not-reached' | 'throttled' | 'unknown'
  readonly errorCode: number | null
  readonly status: number | null

  constructor(outcome: CarrierError['outcome'], errorCode: number | null, status: number | null, cause: unknown) {
    super(`carrier: ${outcome}${errorCode === null ? '' : ` (${errorCode})`}`, { cause })
    this.outcome = outcome
    this.errorCode = errorCode
    this.status = status
  }
}
