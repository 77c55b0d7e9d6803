export { saveSendingSettings } from './save-settings.ts'
export { parseSendingSettings, readSendingSettings, SENDING_KEY } from './settings.ts'
