import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineConfig } from 'vite'
import { emojiData } from './vite/emoji-data.ts'
import { sourcePlugins } from './vite/source-plugins.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: path.join(import.meta.dirname, 'src/routes'),
      generatedRouteTree: path.join(import.meta.dirname, 'src/routeTree.gen.ts'),
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
    }),
    sourcePlugins(),
    emojiData(),
  ],
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/media': server,
      '/sandbox': server,
      '/readyz': server,
      '/realtime': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    // Says what each part loads: scripts/check-first-load.ts adds it up.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@lingui|@orpc|socket\.io-[^\\/]+|engine\.io-[^\\/]+|@socket\.io)[\\/]/,
              priority: 4,
            },
            // Each with all that it imports: a few files instead of a hundred small ones.
            {
              name: 'inbox',
              priority: 3,
              test: /src[\\/]routes[\\/]_app(?:[\\/]conversations)?\.tsx\?tsr-split=component$/,
            },
            { name: 'start', priority: 2, tags: ['$initial'] },
            // Low layers that several screens share. Features are above them, so the chunks have no import cycle.
            { name: 'shared', priority: 1, minShareCount: 6, test: /node_modules|src[\\/](ui|lib|entities)[\\/]/ },
            // Fetched while idle once the list is shown, or by the first click.
            {
              name: 'conversation',
              test: /src[\\/](app[\\/]inbox[\\/]ConversationPane|features[\\/]contact-panel[\\/]ContactPanel)\.tsx$/,
            },
          ],
        },
      },
    },
  },
})
