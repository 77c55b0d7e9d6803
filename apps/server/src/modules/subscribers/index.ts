export { isSubscriber } from '../messaging/index.ts'
