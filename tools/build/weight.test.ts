import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildApps } from '../build.ts'
import { budget, firstPages, firstVisit, weigh, weighPage } from './weight.ts'

const dist = join(import.meta.dirname, '../../dist/web')

test('a first visit of the query page stays within its budget of scripts and styles', async () => {
  await buildApps({ quiet: true })
  const { js, css, files } = weigh(dist, firstVisit)
  const heaviest = Object.entries(files).map(([file, bytes]) => `${bytes} ${file}`)
  expect(
    js,
    `what is not needed at first is fetched later (lazy, words or schemas in a file of their own): ${heaviest.join(', ')}`,
  ).toBeLessThanOrEqual(budget.js)
  expect(css, 'web/shell.css holds what the shell and the query page wear, nothing else').toBeLessThanOrEqual(
    budget.css,
  )
  // The least size makes sure that the weight includes the large parts. Without these parts the weight would always be
  // below the limit.
  expect(js).toBeGreaterThan(80_000)
  expect(css).toBeGreaterThan(1_000)
})

test('every page that people come to first is a few files, and little more than the query page', async () => {
  await buildApps({ quiet: true })
  for (const address of firstPages) {
    const { screen, files } = weighPage(dist, address)
    expect(
      screen,
      `${address}: what is not needed at first is fetched later (later, lazy, words of their own)`,
    ).toBeLessThanOrEqual(budget.screen)
    expect(screen, address).toBeGreaterThan(3_000)
    expect(files, `${address}: files that travel together are one (tools/build/grouping.ts)`).toBeLessThanOrEqual(
      budget.files,
    )
  }
  expect(() => weighPage(dist, '/nowhere')).toThrow('/nowhere')
})

test('every other page of the app keeps to the weight of a screen', async () => {
  await buildApps({ quiet: true })
  const screens = JSON.parse(readFileSync(join(dist, 'screens.json'), 'utf8')) as Record<string, string[]>
  const heavy = Object.keys(screens)
    .map((address) => ({ address, screen: weighPage(dist, address).screen }))
    .filter(({ screen }) => screen > budget.screen)
  expect(heavy, 'a part that the first view does not need is fetched later (later, onDemand)').toEqual([])
  expect(Object.keys(screens).length).toBeGreaterThan(firstPages.length)
})

test('each file is counted once with all files that it names; a file that the build does not know is an error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-weight-'))
  try {
    const texts = { 'a.js': 'a'.repeat(900), 'b.js': 'let b = 1', 'c.js': 'let c = 2', 'a.css': '.a{color:red}' }
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
    const manifest = {
      'index.html': { file: 'a.js', css: ['a.css'], imports: ['_b'] },
      _b: { file: 'b.js' },
      'screen.tsx': { file: 'c.js', imports: ['_b', 'index.html'] },
    }
    mkdirSync(join(folder, '.vite'))
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
    const size = (name: keyof typeof texts) => gzipSync(texts[name], { level: 9 }).length
    expect(weigh(folder, ['index.html', 'screen.tsx'])).toEqual({
      js: size('a.js') + size('b.js') + size('c.js'),
      css: size('a.css'),
      files: { 'a.js': size('a.js'), 'b.js': size('b.js'), 'c.js': size('c.js') },
    })
    expect(weigh(folder, ['screen.tsx'], ['a.js', 'b.js'])).toEqual({
      js: size('c.js'),
      css: 0,
      files: { 'c.js': size('c.js') },
    })
    expect(() => weigh(folder, ['renamed.tsx'])).toThrow('renamed.tsx')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
