/** Port for carriers, implemented in `providers/`. Nothing outside its folder depends on a specific carrier. */
export interface Carrier {
  /**
   * Rejects with `HostUnavailable` while the circuit breaker for sending is open. When it may close again, probes the
   * carrier with a request without side effects.
   */
  ensureAvailable: () => Promise<void>
  send: (account: CarrierAccount, text: OutgoingText) => Promise<CarrierMessage>
  /** Lists recent outgoing texts to a number, to resolve one whose response was lost. */
  findSent: (account: CarrierAccount, search: { from: string; to: string; since: string }) => Promise<CarrierMessage[]>
  /** Lists inbound texts to our number, oldest first, to find those whose webhook never arrived. */
  findReceived: (account: CarrierAccount, search: { to: string; since: string }) => Promise<ReceivedText[]>
  fetchStatus: (account: CarrierAccount, providerSid: string) => Promise<CarrierMessage>
  /** Lists the media of an inbound text. */
  listMedia: (account: CarrierAccount, providerSid: string) => Promise<{ url: string; contentType: string }[]>
  fetchMedia: (account: CarrierAccount, url: string, maxBytes: number) => Promise<Buffer>
  lookUp: (account: CarrierAccount, phone: string) => Promise<NumberLookup>
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
  /** Releases a number. Succeeds if it has already been released. */
  releaseNumber: (account: CarrierAccount, providerSid: string) => Promise<void>
  /**
   * How the account's numbers are registered with US carriers. Numbers that are not listed have no registration. Null
   * if the account has too many messaging services to read them.
   */
  listRegistrations: (account: CarrierAccount) => Promise<CarrierRegistration[] | null>
  setNumberWebhook: (account: CarrierAccount, providerSid: string, webhookUrl: string) => Promise<void>
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

export interface CarrierRegistration {
  phoneNumber: string
  status: 'registered' | 'in-review' | 'refused' | 'not-registered'
  /** The carrier's term, such as MARKETING. */
  useCase: string | null
  /** The brand it is registered for; null if the carrier does not say. */
  brandId: string | null
  /** Segments that T-Mobile accepts from the brand in a day, over all its numbers; null if unknown. */
  brandSegmentsPerDay: number | null
  problems: { code: number | null; text: string; url: string | null }[]
}

/** Result of a lookup. */
export interface NumberLookup {
  isValid: boolean
  countryCode: string | null
  /** The carrier's term: mobile, landline, fixedVoip, nonFixedVoip, tollFree, …; null when unknown. */
  lineType: string | null
  /** The mobile network in its own words; null when unknown. */
  network: string | null
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
  /** Without it the carrier reports nothing. */
  statusCallback?: string
}

export interface CarrierMessage {
  providerSid: string
  /** The carrier's own status, such as `queued` or `undelivered`. */
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
 * Failure of a request to the carrier. `refused`: rejected, nothing was sent. `not-reached`: never received.
 * `throttled`: rate limited. `unknown`: it may have been processed, which only another request can find out.
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
