/** Everything that shows contacts, apart from conversations. */
export const CONTACTS_KEY = ['contacts']
