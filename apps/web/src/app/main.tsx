import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './style/global.css'
import '../ui/style/tip.css'
import '../ui/style/touch.css'
import { APP_VERSION } from '@frontdesk/contract/rules'
import { createRoot } from 'react-dom/client'
import { api } from '../lib/api.ts'
import { createErrorReporter } from '../lib/error-reporter.ts'
import { preventFileDrop } from '../lib/prevent-file-drop.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { session } from '../lib/session/session.ts'
import { App } from './App.tsx'
import { activateEnglish } from './i18n.ts'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)

/** Not top-level await: the chunks that this loads import modules of its own chunk, and would wait for it forever. */
async function start(root: HTMLElement) {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  activateEnglish()
  preventFileDrop()
  const cache = createQueryClient()
  const router = createAppRouter({ cache, session })
  // Keeps the loading screen until the code of the first screen is loaded, instead of showing an empty page.
  await router.load()
  const report = createErrorReporter({
    hostname: location.hostname,
    appVersion: APP_VERSION,
    page: () => router.state.matches.at(-1)?.routeId ?? '',
    send: (input) => void api.logger.reportError(input, { context: { keepalive: true } }).catch(() => {}),
  })
  addEventListener('error', ({ error }) => report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
  const logAndReport = (error: unknown) => {
    console.error(error)
    report(error)
  }
  createRoot(root, { onCaughtError: logAndReport, onUncaughtError: logAndReport }).render(
    <App cache={cache} router={router} />,
  )
}
