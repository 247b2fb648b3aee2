import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { keptPages } from '#tools/build/keptPages.ts'
import { slimContracts } from '#tools/build/slimContracts.ts'

/**
 * What the shell and the query page are made of travels in one file: each further one costs a phone another round trip.
 */
const kit =
  /\/features\/(registrations\/(bib\.words|web\/status\/keptRunner))\.ts$|\/seam\/web\/askedNumber\.ts$|\/ui\/(form\/(Button|Field|Segmented|TextInput)|feedback\/(Chip|Crashed|Empty|ErrorState|Offline|StatusIcon|Toast)|layout\/(Lanes|Page|PageSkeleton|PullToRefresh|RaceBanner|Skeleton|Ticket)|language\/(LanguageSwitch|clock|lang|mask|words)|router\/(Link|Router|address|first|place)|network\/call|look\/(colour|applyTheme)|media\/picture)\.tsx?$|\/contract\/(words|key|envelope|endpoint)\.ts$|\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|icons\/(search|chevron-right|chevron-left|x|rotate-cw|circle-alert|globe|loader-circle))\.m?js$/
const apps = { web: { base: '/', out: 'dist/web' }, console: { base: '/console/', out: 'dist/console' } } as const

/**
 * The runner app (`--mode web`) or the organisers' app (`--mode console`). Default export: Vite reads its configuration
 * from it.
 */
export default defineConfig(({ mode, command }) => {
  const name = mode === 'console' ? 'console' : 'web'
  return {
    root: name,
    base: apps[name].base,
    publicDir: `${import.meta.dirname}/web/public`,
    cacheDir: `${import.meta.dirname}/node_modules/.vite/${name}`,
    plugins: [
      slimContracts(),
      react(),
      tailwindcss(),
      ...(name === 'web' && command === 'build'
        ? [
            VitePWA({
              injectRegister: null,
              registerType: 'autoUpdate',
              manifest: {
                name: 'Startline',
                short_name: 'Startline',
                start_url: '/',
                display: 'standalone',
                background_color: '#ffffff',
                theme_color: '#ffffff',
                icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
              },
              workbox: {
                // Only what a page needs to stand up without a network; the other screens are kept once they have been
                // seen.
                globPatterns: ['index.html', 'assets/index-*.{js,css}', 'icon.svg'],
                navigateFallback: null,
                runtimeCaching: [
                  {
                    urlPattern: ({ request, url }) =>
                      request.mode === 'navigate' && !url.pathname.startsWith('/console'),
                    handler: 'NetworkFirst',
                    options: {
                      cacheName: 'pages',
                      precacheFallback: { fallbackURL: '/index.html' },
                      expiration: { maxEntries: 20 },
                      plugins: [keptPages],
                    },
                  },
                  {
                    urlPattern: ({ url }) => url.pathname.startsWith('/assets/'),
                    handler: 'CacheFirst',
                    options: { cacheName: 'assets', expiration: { maxEntries: 120 } },
                  },
                ],
              },
            }),
          ]
        : []),
    ],
    // A worker that fetches a part of itself when it needs it.
    worker: { format: 'es' },
    build: {
      outDir: `../${apps[name].out}`,
      emptyOutDir: false,
      manifest: true,
      target: ['chrome111', 'safari16.4'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'kit', test: kit }] } } },
    },
  }
})
