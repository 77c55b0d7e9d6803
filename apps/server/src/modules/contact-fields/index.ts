export { type FieldChanges, fieldValueReader, listContactFields, readFieldChanges } from './fields.ts'
export { fieldsPath } from './match-fields.ts'
