import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'

export default defineConfig({
  resolve: {
    alias: { '@node-rs/argon2': path.join(import.meta.dirname, '../apps/server/src/testing/cheap-argon2.ts') },
  },
  test: {
    include: ['**/*.e2e.test.ts'],
    globalSetup: ['../apps/server/src/testing/global-setup.ts', './unpack-browser.ts'],
    setupFiles: ['../apps/server/src/testing/matchers.ts'],
    pool: 'forks',
    // A journey waits for its browser and its server about a third of the time.
    maxWorkers: 3,
    // The files of a worker share one server and one browser (journey.ts).
    isolate: false,
    sequence: { sequencer: longestFirst(/\/screens-/) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The timeout of a browser locator, instead of the second that suffices for unit tests.
    expect: { poll: { timeout: 30_000 } },
    retry: 0,
  },
})
