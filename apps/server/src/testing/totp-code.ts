import { Secret, TOTP } from 'otpauth'

/** What an authenticator app shows for a secret, now or at another time. */
export const totpCode = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
