import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

/** The longest first, so that no worker is left with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(...[files]: Parameters<BaseSequencer['sort']>) {
    const sorted = await super.sort(files)
    const isSweep = ({ moduleId }: (typeof files)[number]) => moduleId.includes('/screens-')
    return [...sorted.filter(isSweep), ...sorted.filter((file) => !isSweep(file))]
  }
}

export default defineConfig({
  test: {
    include: ['**/*.e2e.test.ts'],
    globalSetup: ['../apps/server/src/testing/global-setup.ts'],
    setupFiles: ['../apps/server/src/testing/matchers.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
