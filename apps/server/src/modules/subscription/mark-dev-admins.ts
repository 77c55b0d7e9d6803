import type { Directory } from '../../platform/database/database.ts'

/** Marks the logins of those who run Frontdesk, and nobody else; at every start. */
export async function markDevAdmins(directory: Directory, emails: readonly string[]): Promise<void> {
  await directory
    .updateTable('directory.logins')
    .set({ isDevAdmin: false })
    .where('isDevAdmin', '=', true)
    .$if(emails.length > 0, (query) => query.where('email', 'not in', emails))
    .execute()
  if (emails.length === 0) return
  await directory.updateTable('directory.logins').set({ isDevAdmin: true }).where('email', 'in', emails).execute()
}
