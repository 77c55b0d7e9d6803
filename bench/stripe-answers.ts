import http from 'node:http'

// Answers for Stripe that cost nothing: every payment intent is paid, and its id says for what.

const seconds = () => Math.floor(Date.now() / 1000)

/** `pi_` and the tenant, the document, the row and the amount in base64. */
function toIntent(id: string) {
  const [tenant, document, row, amount] = Buffer.from(id.slice(3), 'base64url').toString().split('|')
  const paid = { amount: Number(amount), currency: 'usd', created: seconds(), livemode: false, metadata: {} }
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }
  return {
    ...paid,
    id,
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: paid.amount,
    customer: null,
    last_payment_error: null,
    setup_future_usage: null,
    metadata: { tenant, document, row },
    payment_method: { id: `pm_${row}`, object: 'payment_method', type: 'card', card },
    latest_charge: {
      ...paid,
      id: `ch_${row}`,
      object: 'charge',
      amount_refunded: 0,
      status: 'succeeded',
      payment_method_details: { type: 'card', card },
      balance_transaction: {
        ...paid,
        id: `txn_${row}`,
        object: 'balance_transaction',
        fee: 59,
        net: paid.amount - 59,
        source: `ch_${row}`,
        type: 'charge',
        status: 'pending',
      },
    },
  }
}

const server = http.createServer((request, response) => {
  const [, id] = /^\/v1\/payment_intents\/([^/?]+)/.exec(request.url ?? '') ?? []
  response.writeHead(id ? 200 : 404, { 'content-type': 'application/json' })
  const missing = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'Not here' } }
  response.end(JSON.stringify(id ? toIntent(id) : missing))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
process.on('SIGTERM', () => process.exit(0))
