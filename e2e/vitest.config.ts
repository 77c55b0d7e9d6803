import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.e2e.test.ts'],
    globalSetup: ['../apps/server/src/testing/global-setup.ts'],
    setupFiles: ['../apps/server/src/testing/matchers.ts'],
    pool: 'forks',
    // Browsers take their share of the two cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
