import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './global.css'
import '../ui/tip.css'
import { createRoot } from 'react-dom/client'
import { preventFileDrop } from '../lib/prevent-file-drop.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { session } from '../lib/session/session.ts'
import { App } from './App.tsx'
import { activateEnglish } from './i18n.ts'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
activateEnglish()
preventFileDrop()
const cache = createQueryClient()
const router = createAppRouter({ cache, session })
// The loading screen stands until the code of the first screen is there, instead of an empty page.
await router.load()
createRoot(root).render(<App cache={cache} router={router} />)
