import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  inbound: Counter<'outcome'>
  outgoing: Counter<'outcome'>
  paymentEvents: Counter<'outcome'>
  browserErrors: Counter
}

/** Metrics of the process, served at `/metrics` in Prometheus format. */
export function createMetrics({ connections }: { connections: () => number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'frontdesk_realtime_connections',
    help: 'Open live connections',
    registers: [registry],
    collect() {
      this.set(connections())
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'frontdesk_http_request_seconds',
      help: 'Duration of requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    }),
    inbound: new Counter({
      name: 'frontdesk_inbound_messages_total',
      help: 'Texts received, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    outgoing: new Counter({
      name: 'frontdesk_outgoing_messages_total',
      help: 'Texts passed to the carrier, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    paymentEvents: new Counter({
      name: 'frontdesk_payment_events_total',
      help: 'Events of the payment provider, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    browserErrors: new Counter({
      name: 'frontdesk_browser_errors_total',
      help: 'Web app errors reported by browsers',
      registers: [registry],
    }),
  }
}
