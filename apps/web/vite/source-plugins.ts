import path from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { minifiedContract } from './minified-contract.ts'
import { textsInPlace } from './texts-in-place.ts'

const cwd = path.resolve(import.meta.dirname, '..')

/** What turns our sources into scripts, for the build and for the tests alike. The order matters: macros before the compiler. */
export const sourcePlugins = (): PluginOption[] => [
  // The macro looks for its configuration from where the process was started unless it is handed over.
  babel({ presets: [textsInPlace(getConfig({ cwd }), cwd)] }),
  react({ compiler: true }),
  lingui({ cwd }),
  minifiedContract(),
]
