export { saveSendingSettings } from './save-settings.ts'
export { readSendingSettings } from './settings.ts'
