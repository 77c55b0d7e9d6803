export { readBookingConfigs, saveBookingConfigs } from './settings.ts'
