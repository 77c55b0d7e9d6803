import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './global.css'
import '../ui/tip.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { activateLocale } from './i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
await activateLocale('en')
createRoot(root).render(<App />)
