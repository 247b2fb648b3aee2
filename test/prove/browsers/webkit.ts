import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Window, phoneAgent } from './driven.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const browserPath = (): string | undefined =>
  ['4.1', '6.0', '4.0']
    .map((version) => `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}`)
    .map((folder) =>
      folder.endsWith('6.0') ? `${folder.replace('webkit2gtk', 'webkitgtk')}/MiniBrowser` : `${folder}/MiniBrowser`,
    )
    .find((path) => existsSync(path))
const screenPath = '/usr/bin/Xvfb'

/** Returns the command that installs the packages of this proof, or undefined if the machine has the programs. */
export const webkitMissing = (): string | undefined =>
  existsSync(DRIVER) && browserPath() && (process.env['DISPLAY'] || existsSync(screenPath))
    ? undefined
    : 'apt-get install webkit2gtk-driver xvfb fonts-noto-cjk'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

type Answer = { value: unknown }
const callerAt =
  (base: string) =>
  async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> => {
    const answer = await fetch(base + path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      signal: AbortSignal.timeout(90_000),
    })
    const { value } = (await answer.json()) as Answer
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 300)}`)
    return value as Value
  }

/** The name under which WebDriver hands out an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Opens a screen without a monitor if the machine has no screen. Returns the name of the screen, and the program of a
 * screen that this function opened.
 */
const openScreen = async (): Promise<{ display: string; program: ChildProcess | undefined }> => {
  const own = process.env['DISPLAY']
  if (own) return { display: own, program: undefined }
  const program = spawn(screenPath, ['-displayfd', '1', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    program.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    program.once('exit', () => reject(new Error('Xvfb ended')))
  })
  return { display: `:${number}`, program }
}

/** Opens Debian's WebKitGTK as a phone, through its own WebDriver. */
export const openWebkit = async (): Promise<Window> => {
  const screen = await openScreen()
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const end = () => {
    driver.kill()
    screen.program?.kill()
  }
  process.once('exit', end)
  try {
    const top = callerAt(`http://127.0.0.1:${port}`)
    for (let tries = 0; ; tries++) {
      const ready = await top<{ ready: boolean }>('GET', '/status').catch(() => undefined)
      if (ready?.ready) break
      if (tries > 100) throw new Error('WebKitWebDriver does not answer')
      await wait(100)
    }
    const { sessionId, capabilities } = await top<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      {
        capabilities: {
          alwaysMatch: {
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': {
              binary: browserPath(),
              args: ['--automation', `--user-agent=${phoneAgent('webkit')}`],
            },
            timeouts: { pageLoad: 60_000, script: 30_000, implicit: 0 },
          },
        },
      },
    )
    const ask = callerAt(`http://127.0.0.1:${port}/session/${sessionId}`)
    await ask('POST', '/window/rect', { width: 420, height: 940 })
    const marked = async (): Promise<string> => {
      const found = await ask<Record<string, string>>('POST', '/element', {
        using: 'css selector',
        value: '[data-driven]',
      })
      return found[ELEMENT]!
    }
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      go: async (url) => void (await ask('POST', '/url', { url })),
      run: (body, ...args) => ask('POST', '/execute/sync', { script: body, args }),
      click: async () => void (await ask('POST', `/element/${await marked()}/click`, {})),
      type: async (text) => void (await ask('POST', `/element/${await marked()}/value`, { text })),
      upload: async (path) => void (await ask('POST', `/element/${await marked()}/value`, { text: path })),
      picture: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
      close: async () => {
        await ask('DELETE', '').catch(() => undefined)
        process.off('exit', end)
        end()
      },
    }
  } catch (thrown) {
    end()
    throw thrown
  }
}
