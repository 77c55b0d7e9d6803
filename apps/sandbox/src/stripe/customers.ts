import type Stripe from 'stripe'
import type { SandboxContext } from '../platform/context.ts'
import { secondsOf } from './clock.ts'
import { emitEvent } from './emit-event.ts'
import { makeStripeId } from './ids.ts'

type CustomerValues = Partial<
  Pick<Stripe.Customer, 'description' | 'email' | 'metadata' | 'name' | 'phone' | 'preferred_locales'>
>

export function createCustomer(context: SandboxContext, accountId: string, values: CustomerValues): Stripe.Customer {
  const customer = context.stripe.add(accountId, 'customer', {
    id: makeStripeId('cus').slice(0, 18),
    object: 'customer',
    address: null,
    balance: 0,
    created: secondsOf(context, accountId),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: makeStripeId('p').slice(2, 10).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...values,
  })
  emitEvent(context, accountId, 'customer.created', customer)
  return customer
}
