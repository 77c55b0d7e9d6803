import { hash } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'

/** Hashes a new password. The account's email address, or the part before its @, is the first guess and refused. */
export async function hashPassword(password: string, email: string): Promise<string> {
  const guess = password.trim().toLowerCase()
  if (guess === email || guess === email.split('@')[0]) throw new AppError('PasswordTooObvious')
  return hash(password)
}
