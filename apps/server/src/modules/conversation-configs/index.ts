export { readConversationConfigs } from './configs.ts'
export { conversationConfigRoutes } from './routes.ts'
