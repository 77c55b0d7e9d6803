import type { Directory } from '../../platform/database/database.ts'

/**
 * Marks the logins of dev admins, as configured in the environment, at every start. Only verified addresses count,
 * because anyone can sign up with any address.
 */
export async function markDevAdmins(directory: Directory, emails: readonly string[]): Promise<void> {
  await directory
    .updateTable('directory.logins')
    .set({ isDevAdmin: false })
    .where('isDevAdmin', '=', true)
    .$if(emails.length > 0, (query) => query.where('email', 'not in', emails))
    .execute()
  if (emails.length === 0) return
  await directory
    .updateTable('directory.logins')
    .set({ isDevAdmin: true })
    .where('email', 'in', emails)
    .where('verifiedAt', 'is not', null)
    .execute()
}
