import { BaseSequencer } from 'vitest/node'

/** Runs the slowest files first, so that no worker is left with one of them at the end. */
export const longestFirst = (longest: RegExp) =>
  class extends BaseSequencer {
    override async sort(...[files]: Parameters<BaseSequencer['sort']>) {
      const isLong = ({ moduleId }: (typeof files)[number]) => longest.test(moduleId)
      return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
    }
  }
