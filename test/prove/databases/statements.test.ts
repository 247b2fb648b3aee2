import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { neverSent, statementsOfProduct } from './statements.ts'

test('every raw SQL template and named statement is found, and a recording lists the statements that were never sent', async () => {
  const statements = statementsOfProduct()
  expect(statements.filter(({ kind }) => kind === 'template').length).toBeGreaterThan(150)
  expect(statements.filter(({ kind }) => kind === 'named').length).toBeGreaterThan(50)
  const [first, ...rest] = statementsOfProduct('features/teams')
  const folder = await mkdtemp(join(tmpdir(), 'startline-statements-'))
  try {
    await writeFile(join(folder, '1.jsonl'), `${JSON.stringify([first!.kind, first!.text])}\n`)
    expect(neverSent([first!], folder)).toEqual([])
    expect(neverSent(statementsOfProduct('features/teams'), folder)).toEqual(
      rest.filter(({ text }) => text !== first!.text),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
