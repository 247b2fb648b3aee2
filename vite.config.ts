import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type UserConfig, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { keptPages } from '#tools/build/keptPages.ts'
import { repeatedRequests } from '#tools/build/repeatedRequests.ts'
import { kitGroup, buildPlanOf, withoutStyles } from '#tools/build/plan.ts'
import { slimContracts } from '#tools/build/slimContracts.ts'

const apps = { web: { base: '/', out: 'dist/web' }, console: { base: '/console/', out: 'dist/console' } } as const

/** The runner app with which the server draws its pages (web/drawn.tsx): one file with all its parts. */
const drawnConfig: UserConfig = {
  root: 'web',
  plugins: [withoutStyles, react()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'drawn.tsx',
    outDir: '../dist/drawn',
    emptyOutDir: false,
    target: 'node26',
    minify: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'drawn-[hash].js' } },
  },
}

/**
 * Configures the runner app (`--mode web`), the organisers' app (`--mode console`), or the server's drawing code
 * (`--mode drawn`). Vite reads its configuration from the default export.
 */
export default defineConfig(async ({ mode, command }) => {
  if (mode === 'drawn') return drawnConfig
  const name = mode === 'console' ? 'console' : 'web'
  // Only the runner app has a plan, because runners use phones. Organisers use desktops, so the bundler splits the
  // console by itself.
  const plan = command === 'build' && name === 'web' ? await buildPlanOf() : undefined
  return {
    root: name,
    base: apps[name].base,
    publicDir: `${import.meta.dirname}/web/public`,
    cacheDir: `${import.meta.dirname}/node_modules/.vite/${name}`,
    plugins: [
      slimContracts(),
      react(),
      tailwindcss(),
      plan?.words,
      ...(name === 'web' && command === 'build'
        ? [
            VitePWA({
              injectRegister: null,
              registerType: 'autoUpdate',
              // The server writes the manifest in the reader's language (server/pages/publicFiles.ts).
              manifest: false,
              workbox: {
                // The worker loads only the files that a page needs without a network. It keeps another screen after a
                // person has seen it.
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
                    options: { cacheName: 'assets', expiration: { maxEntries: 120 }, plugins: [repeatedRequests] },
                  },
                ],
              },
            }),
          ]
        : []),
    ],
    // As a module, a worker can load a part of its code when it needs that part.
    worker: { format: 'es' as const },
    build: {
      outDir: `../${apps[name].out}`,
      emptyOutDir: false,
      manifest: true,
      target: ['chrome111', 'safari16.4'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // The first paint needs the font of figures, so this font is inside the style sheet (ui/look/look.css). Every
      // other file has an address of its own.
      assetsInlineLimit: (file: string) => file.endsWith('-figures.woff2'),
      rolldownOptions: {
        output: {
          codeSplitting: { groups: plan?.groups ?? [kitGroup()] },
          // The shell lists the files of all pages. Names would make its list a kilobyte longer.
          ...(command === 'build' ? { chunkFileNames: 'assets/[hash].js' } : {}),
        },
      },
    },
  }
})
