import { expect, test } from 'vitest'
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { type Uses, dropUnsaidWords, readUses, saidBy } from './saidWords.ts'

const files: Record<string, string> = {
  'main.ts': `import { words, refusals as no } from './a.words.ts'
import { all } from './b.words.ts'
import { gone } from './unused.ts'
const key = String(location.hash)
console.log(words.first, words?.['second'].en, no.shown.message, all[key])`,
  'unused.ts': `import { words } from './a.words.ts'
export const gone = () => words.never`,
  'a.words.ts': `export const words = { first: ['first sentence'], second: { en: 'second sentence' }, never: ['never said'] }
export const refusals = { hidden: { message: 'the server says it' }, shown: { message: 'a screen says it' } }`,
  'b.words.ts': `export const all = { one: 'sentence by number', two: 'sentence by key' }`,
}
const inMemory = {
  name: 'in-memory',
  resolveId: (id: string) => (id.replace('./', '') in files ? `/${id.replace('./', '')}` : null),
  load: (id: string) => files[id.slice(1)] ?? null,
}
const made = async (...plugins: Plugin[]) => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [inMemory, ...plugins],
    build: { write: false, minify: false, rolldownOptions: { input: 'main.ts' } },
  })) as Rolldown.RolldownOutput
  return output[0]
}

test('sentences that no screen uses are removed; a table that is read by a computed name stays whole', async () => {
  const uses: Uses = new Map()
  const first = await made(readUses(uses))
  expect(first.code).toContain('never said')
  const left = new Set(Object.keys(first.modules).filter((id) => first.modules[id]!.renderedLength > 0))
  const { code } = await made(dropUnsaidWords(saidBy(uses, left)))
  for (const said of ['first sentence', 'second sentence', 'a screen says it', 'by number', 'by key'])
    expect(code).toContain(said)
  expect(code).not.toContain('never said')
  expect(code).not.toContain('the server says it')
})
