export { addEntry } from './add-entry.ts'
