export { readConversationConfigs } from './configs.ts'
export { conversationConfigRoutes } from './routes.ts'
export { saveConversationConfigs } from './save-configs.ts'
