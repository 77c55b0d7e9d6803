export { readMarketingSettings } from './settings.ts'
