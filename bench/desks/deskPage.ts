import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'

type Built = { output: readonly { type: string; code?: string; isEntry?: boolean }[] }
/** Builds the modules of a desk's device as one file. */
export const buildDeskPage = async (): Promise<string> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../..'),
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: {
        input: join(import.meta.dirname, 'deskEntry.ts'),
        output: { codeSplitting: false, format: 'iife' },
      },
    },
  })) as Built | Built[]
  const chunks = (Array.isArray(built) ? built : [built]).flatMap(({ output }) => output)
  return chunks.find(({ isEntry }) => isEntry)!.code!
}

/**
 * Opens a page that contains only the code of the device, at an address of the server. The page's calls go to the
 * server over the network.
 */
export const openDeskPage = async (context: BrowserContext, origin: string, code: string): Promise<Page> => {
  const page = await context.newPage()
  const address = `${origin}/desk-under-test`
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<title>desk</title><script>${code}</script>` }),
  )
  await page.goto(address)
  return page
}
