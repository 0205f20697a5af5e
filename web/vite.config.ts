// How the pages are built (into the Python package) and tested.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { offline } from './offline/plugin'

const server = process.env['BANGBOX_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [svelte(), offline()],
  // tests mount components, which needs Svelte's browser build
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  build: {
    outDir: '../src/bangbox/web',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these have light-dark()
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content policy allows no data: scripts or styles
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'] },
})
