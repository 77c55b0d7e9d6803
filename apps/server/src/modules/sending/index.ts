export { saveSendingSettings } from './save-settings.ts'
export { addDefaultSendingSettings, parseSendingSettings, readSendingSettings, SENDING_KEY } from './settings.ts'
