import type { Directory } from '../../platform/database/database.ts'

/**
 * Marks the logins of those who run Frontdesk, and nobody else; at every start. Anybody can sign up with any address, so
 * only one that was shown to be theirs counts.
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
