import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

/** With PICTURES=folder each step of the story is kept as a picture. */
const picture = async (visitor: Visitor, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await visitor.page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The skeleton of a page has no heading. A page that never shows one is named by axe. */
const headed = (visitor: Visitor): Promise<void> =>
  visitor.page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 15_000 })
    .catch(() => undefined)

/** The present page has come, it wrote no error, and axe finds nothing on it. */
export const noFaults = async (visitor: Visitor, name: string): Promise<void> => {
  await headed(visitor)
  await picture(visitor, name)
  expect(visitor.errors, name).toEqual([])
  expect(await visitor.axe(), name).toEqual([])
}
