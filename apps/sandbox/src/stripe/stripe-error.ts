interface Details {
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

export type StripeErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

/** Stripe’s error response. https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number
  readonly type: StripeErrorType
  readonly details: Details

  constructor(status: number, type: StripeErrorType, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }

  toJSON() {
    const { code } = this.details
    return {
      error: {
        ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        ...this.details,
        message: this.message,
        type: this.type,
      },
    }
  }
}

export const invalidRequest = (message: string, details: Details = {}): StripeError =>
  new StripeError(400, 'invalid_request_error', message, details)

export const noAccess = (account: string): StripeError =>
  new StripeError(
    403,
    'invalid_request_error',
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  )

export const noSuch = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(404, 'invalid_request_error', `No such ${kind.replace('.', ' ')}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
