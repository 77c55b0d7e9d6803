import path from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { minifiedContract } from './minified-contract.ts'
import { textsInPlace } from './texts-in-place.ts'

const cwd = path.resolve(import.meta.dirname, '..')

/** Plugins that transform our sources, for the build and the tests. The order matters: macros before the compiler. */
export const sourcePlugins = (): PluginOption[] => [
  // Without the path, the macro would look for its configuration in the working directory.
  babel({ presets: [textsInPlace(getConfig({ cwd }), cwd)] }),
  react({ compiler: true }),
  lingui({ cwd }),
  minifiedContract(),
]
