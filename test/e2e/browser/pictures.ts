import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

export const picture = async (visitor: Visitor, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await visitor.page.screenshot({ path: join(folder, `${name}.png`) })
}

/**
 * Keeps a picture of the page at a moment after its motion began. Without this function, a slow machine would take the
 * picture after the motion has ended.
 */
export const pictureInMotion = async (visitor: Visitor, name: string, ms: number): Promise<void> => {
  await visitor.page.evaluate((at) => {
    for (const one of document.getAnimations()) {
      one.pause()
      one.currentTime = at
    }
  }, ms)
  await picture(visitor, name)
}

/**
 * Waits for a heading that can be seen. The skeleton of a page has no heading. Meanwhile the document still contains
 * the previous page with its heading, but React hides this page. After 15 seconds the function gives up, and axe
 * reports the missing heading.
 */
const headed = (visitor: Visitor): Promise<void> =>
  visitor.page
    .locator('h1')
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined)

/** Checks that the present page has come, that it wrote no error, and that axe finds nothing on it. */
export const noFaults = async (visitor: Visitor, name: string): Promise<void> => {
  await headed(visitor)
  await picture(visitor, name)
  expect(visitor.errors, name).toEqual([])
  expect(await visitor.axe(), name).toEqual([])
}
