import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../../scripts/longest-first.ts'

export default defineConfig({
  resolve: { alias: { '@node-rs/argon2': path.join(import.meta.dirname, 'src/testing/cheap-argon2.ts') } },
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/matchers.ts'],
    pool: 'threads',
    // Tests wait for the database and for timers about as long as they compute.
    maxWorkers: 3,
    // The files of a worker share its modules, and through them one server (testing/test-instance.ts).
    isolate: false,
    sequence: {
      sequencer: longestFirst(
        /\/(main\.process|recovery\.process|sweep-[\w-]+|campaign-faults|carrier-throttling|booking-waitlist|automations|follow-ups|dev-admin|paid-times|requested-at-booking|booking-texts|carrier-faults|booking-payments|changes|campaign-texts|booking-faults|requested-times|replay|interrupted-imports|outage)\./,
      ),
    },
    // Only what hangs takes this long: a test may wait for a slow statement of another file, as events are read once
    // all earlier transactions of the database server have ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    retry: 0,
  },
})
