import { createRequire } from 'node:module'
import type * as argon2 from '@node-rs/argon2'

// Replaces @node-rs/argon2 in tests (alias in vitest.config.ts) with a low cost: hashing would take a third of the test
// time otherwise. A hash contains its parameters, so the real `verify` works. Tests that spawn the server use the real
// hash (main.process.test.ts).

// `require` bypasses the alias.
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2

export const hash = (password: string) => real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
export const { verify } = real
