import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emojiData } from './vite/emoji-data.ts'
import { minifiedContract } from './vite/minified-contract.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, addExtensions: true, quoteStyle: 'single' }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui(),
    emojiData(),
    minifiedContract(),
  ],
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/media': server,
      '/sandbox': server,
      '/realtime': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@lingui|@orpc|socket\.io-[^\\/]+|engine\.io-[^\\/]+|@socket\.io)[\\/]/,
            },
          ],
        },
      },
      // The contract's modules only define things: what is not imported from them (zod's schemas above all) stays out. Making a schema has no effect of its own either.
      treeshake: {
        moduleSideEffects: (id) => !id.includes('/packages/contract/src/'),
        manualPureFunctions: ['z', 'sid'],
      },
    },
  },
})
