import { createRequire } from 'node:module'
import type * as argon2 from '@node-rs/argon2'

// Stands in for @node-rs/argon2 in tests (vitest.config.ts): every tenant and teammate of a test costs hashes that would
// otherwise be a third of its work. A hash names its own cost, so the real `verify` reads it; started processes hash in
// earnest (main.process.test.ts).

// The alias does not apply to require.
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2

export const hash = (password: string) => real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
export const { verify } = real
