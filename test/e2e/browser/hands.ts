import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type File = { name: string; mimeType: string; buffer: Buffer }
export type Hands = {
  click: (at: Locator) => Promise<void>
  fill: (at: Locator, value: string) => Promise<void>
  choose: (at: Locator, option: string | { label: string }) => Promise<void>
  /** Drops or chooses a file, which is one click. */
  file: (at: Locator, file: File) => Promise<void>
  /** Presses a key, which counts as a click. */
  press: (at: Locator, key: string) => Promise<void>
  /** Clicks, and returns the file that the browser saves. */
  save: (page: Page, at: Locator) => Promise<Download>
  /**
   * Ends a part of the story, and fails if the part took more clicks and filled fields than `most`. If the variable
   * `PICTURES` names a folder, the count and the seconds are written there.
   */
  done: (part: string, most?: number) => void
}

/** Counts the clicks and filled fields of a person, from one part of a story to the next. */
export const countHands = (): Hands => {
  let steps = 0
  let since = performance.now()
  const counted = async (doing: Promise<unknown>): Promise<void> => {
    steps += 1
    await doing
  }
  return {
    click: (at) => counted(at.click()),
    fill: (at, value) => counted(at.fill(value)),
    choose: (at, option) => counted(at.selectOption(option)),
    file: (at, file) => counted(at.setInputFiles(file)),
    press: (at, key) => counted(at.press(key)),
    save: async (page, at) => {
      const [download] = await Promise.all([page.waitForEvent('download'), counted(at.click())])
      return download
    },
    done: (part, most) => {
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      const folder = process.env.PICTURES
      if (folder) {
        mkdirSync(folder, { recursive: true })
        appendFileSync(join(folder, 'steps.txt'), `${part}: ${steps} of ${most ?? '–'} steps, ${seconds} s\n`)
      }
      const taken = steps
      steps = 0
      since = performance.now()
      if (most !== undefined) expect(taken, `clicks and filled fields: ${part}`).toBeLessThanOrEqual(most)
    },
  }
}
