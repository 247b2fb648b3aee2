import { expect, test } from 'vitest'
import { type BuildPart, groupParts, smallParts } from './grouping.ts'

const page = (name: string, ...imports: string[]): BuildPart => ({
  name,
  bytes: 5_000,
  imports,
  shared: false,
  weight: 4,
})
const piece = (name: string, bytes: number, ...imports: string[]): BuildPart => ({
  name,
  bytes,
  imports,
  shared: true,
  weight: 0,
})

test('pieces that the same pages use are one file; a piece that another page would not use stays apart', () => {
  const grouped = groupParts([
    page('signup', 'words', 'rules'),
    page('edit', 'words', 'rules'),
    page('map', 'tiles'),
    page('route', 'tiles'),
    piece('words', 4_000),
    piece('rules', 3_000),
    piece('tiles', 20_000),
  ])
  expect(grouped.toSorted()).toEqual([['rules', 'words'], ['tiles']])
})

test('imported pieces come before their importers, and nothing is joined across a third file', () => {
  const grouped = groupParts([
    page('a', 'upper', 'lower'),
    page('b', 'upper', 'lower'),
    page('between', 'lower'),
    piece('upper', 3_000, 'between'),
    piece('lower', 3_000),
  ])
  expect(grouped).toEqual([['lower'], ['upper']])
})

test('a tiny piece is joined with a piece that imports nothing, because the pages would load the import too', () => {
  const grouped = groupParts([
    page('status', 'mark'),
    page('signup', 'countries', 'check', 'sizes'),
    page('shop', 'sizes'),
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => page(name, 'check')),
    piece('mark', 300),
    piece('countries', 700, 'check'),
    piece('check', 4_000),
    piece('sizes', 1_000),
  ])
  const withMark = grouped.find((names) => names.includes('mark'))!
  expect(withMark).not.toContain('countries')
})

test('a small piece of many pages joins the shell, unless it brings a large piece along', () => {
  const pages = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => page(name, 'icon', 'dialog'))
  const small = smallParts([...pages, piece('icon', 200), piece('dialog', 700, 'player'), piece('player', 40_000)])
  expect([...small]).toEqual(['icon'])
})
