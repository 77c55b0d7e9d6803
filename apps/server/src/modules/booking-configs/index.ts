export { readBookingConfigs } from './settings.ts'
