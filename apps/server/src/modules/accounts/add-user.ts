import type { Role } from '@frontdesk/contract/rules'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hashPassword } from './hash-password.ts'
import type { SessionDeps } from './sessions.ts'

export interface NewUser {
  email: string
  password: string
  firstName: string
  lastName: string
  role: Role
  /** Null grants all locations. */
  locationIds: string[] | null
}

/** Adds a person with their own login to a business, and returns their id. */
export async function addUser(
  { database, now }: Pick<SessionDeps, 'database' | 'now'>,
  scope: { tenantId: string },
  user: NewUser,
): Promise<string> {
  const { email, firstName, lastName, role, locationIds } = user
  const [loginId, userId, createdAt, passwordHash] = [newId(), newId(), now(), await hashPassword(user.password, email)]
  try {
    return await database.inTenant(scope, async (tx) => {
      await tx
        .insertInto('directory.logins')
        .values({ id: loginId, email, passwordHash, createdAt, verifiedAt: createdAt })
        .execute()
      await tx.insertInto('directory.memberships').values({ loginId, tenantId: tx.tenantId, userId }).execute()
      await tx
        .insertInto('users')
        .values({
          tenantId: tx.tenantId,
          id: userId,
          loginId,
          email,
          firstName,
          lastName,
          displayName: `${firstName} ${lastName}`.trim(),
          role,
          hasAllLocations: locationIds === null,
          createdAt,
        })
        .execute()
      for (const locationId of locationIds ?? []) {
        await tx.insertInto('userLocations').values({ tenantId: tx.tenantId, userId, locationId }).execute()
      }
      return userId
    })
  } catch (error) {
    if (violates(error, 'logins_email_key')) throw new AppError('EmailTaken')
    throw error
  }
}
