import { BaseSequencer } from 'vitest/node'

/** The files that take longest, by a part of their path, come first: no worker is left with one of them at the end. */
export const longestFirst = (part: string) =>
  class extends BaseSequencer {
    override async sort(...[files]: Parameters<BaseSequencer['sort']>) {
      const isLong = ({ moduleId }: (typeof files)[number]) => moduleId.includes(part)
      return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
    }
  }
