import { defineConfig } from 'vitest/config'
import { sourcePlugins } from './vite/source-plugins.ts'

// The zone of the reader, as in the browser journeys.
process.env.TZ = 'America/New_York'

export default defineConfig({
  root: import.meta.dirname,
  plugins: sourcePlugins(),
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    maxWorkers: 2,
    // Only what hangs takes this long.
    testTimeout: 30_000,
    // Files share a worker and its libraries, not our modules (src/testing/setup.ts).
    isolate: false,
  },
})
