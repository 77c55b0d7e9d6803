export { type Translator, TranslatorError } from './translator.ts'
