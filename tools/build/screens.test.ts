import { expect, test } from 'vitest'
import { pages as consolePages, screens as consoleScreens } from '#console/routes.ts'
import { addresses as consoleAddresses } from '#seam/console/paths.ts'
import { addresses } from '#seam/web/paths.ts'
import { pages, screens } from '#web/routes.ts'
import { filesOfPages, screensOf } from './screens.ts'

test('every address has a page and every page an address', () => {
  expect(Object.keys(pages).sort()).toEqual(Object.keys(addresses).sort())
  expect(Object.keys(consolePages).sort()).toEqual(Object.keys(consoleAddresses).sort())
  for (const all of [screens, consoleScreens])
    expect(new Set(all.map(({ path }) => path.toLowerCase())).size).toBe(all.length)
})

test('the file of a page is found however its line is written', () => {
  expect([
    ...filesOfPages(
      `const pages = {\n 'query': page(\n() => import(\n"#features/lookups/web/QueryPage.tsx"), 'QueryPage'),
      me: async () => (await import('./pages/MePage.tsx')).MePage }`,
    ),
  ]).toEqual([
    ['query', '../features/lookups/web/QueryPage.tsx'],
    ['me', 'pages/MePage.tsx'],
  ])
})

test('a build without the file of a page is refused', () => {
  const manifest = {
    'index.html': { file: 'index.js', isEntry: true },
    '../seam/web/screens.css': { file: 'screens.css' },
  }
  expect(() => screensOf(manifest)).toThrow('the build knows nothing of pages/FrontPage.tsx')
})
