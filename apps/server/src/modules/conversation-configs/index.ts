export { readConversationConfigs } from './configs.ts'
export { saveConversationConfigs } from './save-configs.ts'
