import { hash } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'

/** Hashes a new password. Refuses the account's email address and its local part, which attackers try first. */
export async function hashPassword(password: string, email: string): Promise<string> {
  const guess = password.trim().toLowerCase()
  if (guess === email || guess === email.split('@')[0]) throw new AppError('PasswordTooObvious')
  return hash(password)
}
