import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Page, chromium } from 'playwright-core'
import { isAlive } from '#db/embedded/processes.ts'
import { chromiumFlags, chromiumPath } from '#tools/screens.ts'

/**
 * Proves `npm run dev` as a person uses it: real processes run in a scratch copy of the sources. The proof edits files
 * of the copy while a real browser shows both apps.
 */
const ROOT = join(import.meta.dirname, '../..')
const PATIENCE_MS = 120_000
/** The limit of the time for which a person waits until a change shows. The median of the rounds must be shorter. */
export const LIMIT_MS = 1_000

export const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

export type Developed = {
  /** The milliseconds from the writing of a server file to the server's first answer by the new code. */
  serverMs: number[]
  /** The milliseconds from the writing of a screen's file until the page shows the new text. */
  screenMs: number[]
  wrong: string[]
}

/**
 * Copies the sources into a folder below .cache of the project, where Node finds the project's packages. The folder may
 * not lie below node_modules, because Node strips no types there.
 */
const copySources = (): string => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const scratch = mkdtempSync(join(ROOT, '.cache/dev-'))
  const { stdout } = spawnSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of stdout.split('\0').filter((name) => name && !/^(docs|test)\//.test(name))) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true })
    cpSync(join(ROOT, file), join(scratch, file), { force: true })
  }
  return scratch
}

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const limit = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`This did not happen in ${PATIENCE_MS / 1000} s: ${what}`)
    await wait(5)
  }
}

/** Returns every process that works in the folder or was started from it. */
const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        const about = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readlinkSync(`/proc/${pid}/cwd`)
        return about.includes(folder) && isAlive(pid)
      } catch {
        return false
      }
    })

type Dev = { child: ChildProcess; said: () => string; address: string; server: () => number }

const startDev = async (scratch: string): Promise<Dev> => {
  const child = spawn(process.execPath, [join(scratch, 'tools/dev.ts')], {
    cwd: scratch,
    // The process gets a group of its own, as in a terminal, so that Ctrl-C reaches every process of the group.
    detached: true,
    env: { PATH: process.env.PATH, STARTLINE_DEMO: '0', STARTLINE_DATA: join(scratch, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  await until('the start of npm run dev', () => {
    if (child.exitCode !== null) throw new Error(`npm run dev ended: ${text}`)
    return text.includes('Ctrl-C ends all of it')
  })
  return {
    child,
    said: () => text,
    address: /Startline is at (http:\/\/localhost:\d+)/.exec(text)?.[1] ?? '',
    server: () => Number([...text.matchAll(/process (\d+)/g)].at(-1)?.[1]),
  }
}

const editor = (scratch: string) => (file: string, edit: (text: string) => string) => {
  const path = join(scratch, file)
  const before = readFileSync(path, 'utf8')
  const after = edit(before)
  if (after === before) throw new Error(`${file} has changed its form: this proof must edit it in another way.`)
  writeFileSync(path, after)
  return () => writeFileSync(path, before)
}

type Screen = { path: string; file: string; shown: RegExp; selector: string }
const SCREENS: readonly Screen[] = [
  {
    path: '/',
    file: 'features/finder/web/FinderPage.tsx',
    shown: /(\{t\(homeWords\.hero\)\}|hot \d+)</,
    selector: 'h1',
  },
  {
    path: '/console/login',
    file: 'features/staff/console/LoginPage.tsx',
    shown: /(\{t\(words\.login_title\)\}|hot \d+)</,
    selector: 'h1',
  },
]

/** Edits a screen and waits until the page shows the new text. Returns the milliseconds. */
const editScreen = async (
  page: Page,
  edit: ReturnType<typeof editor>,
  screen: Screen,
  text: string,
): Promise<number> => {
  edit(screen.file, (code) => code.replace(screen.shown, `${text}<`))
  const began = performance.now()
  await page.waitForFunction(
    ([selector, text]) => document.querySelector(selector!)?.textContent?.includes(text!),
    [screen.selector, text] as const,
    { polling: 10, timeout: PATIENCE_MS },
  )
  return performance.now() - began
}

const upOf = async (address: string): Promise<{ status: number; text: string }> => {
  const got = await fetch(`${address}/up`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return { status: got.status, text: await got.text() }
}

const proveServer = async (dev: Dev, edit: ReturnType<typeof editor>, rounds: number, found: Developed) => {
  for (let round = 1; round <= rounds; round += 1) {
    // Beside the server a spare process waits, with the packages loaded. A new spare starts a moment after the former
    // spare became the server.
    await wait(1_500)
    const before = dev.server()
    edit('server/app.ts', (code) => code.replace(/up: (true|'\d+')/, `up: '${round}'`))
    const began = performance.now()
    await until('an answer of the changed server', async () => {
      const { status, text } = await upOf(dev.address)
      if (status !== 200) found.wrong.push(`a call during a restart was answered ${status}: ${text}`)
      return text.includes(`"${round}"`)
    })
    found.serverMs.push(performance.now() - began)
    await until('the line that names the new process', () => dev.server() !== before)
    await until('the end of the old server', () => !isAlive(before))
  }
}

const proveMistake = async (dev: Dev, edit: ReturnType<typeof editor>, found: Developed) => {
  const mend = edit('features/notices/routes.ts', (code) => `${code}\nconst const\n`)
  await until('the line that says that there is no server', () => dev.said().includes('no server yet'))
  if (!dev.said().includes('features/notices/routes.ts:')) found.wrong.push('the place of the mistake is not said')
  const { status } = await upOf(dev.address)
  if (status !== 503) found.wrong.push(`without a server a call is answered ${status}`)
  mend()
  await until('the server after the mistake', async () => (await upOf(dev.address)).status === 200)
}

const proveEnd = async (dev: Dev, scratch: string, signal: 'SIGINT' | 'SIGKILL', found: Developed) => {
  if (signal === 'SIGINT') process.kill(-dev.child.pid!, signal)
  else dev.child.kill(signal)
  const limit = Date.now() + 20_000
  while (processesOf(scratch).length > 0 && Date.now() < limit) await wait(50)
  const left = processesOf(scratch)
  if (left.length > 0) found.wrong.push(`${signal} leaves processes: ${left.join(', ')}`)
  for (const pid of left) process.kill(pid, 'SIGKILL')
}

export const proveDev = async ({
  rounds,
  say,
}: {
  rounds: number
  say: (line: string) => void
}): Promise<Developed> => {
  const found: Developed = { serverMs: [], screenMs: [], wrong: [] }
  const scratch = copySources()
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? 'chromium', args: chromiumFlags })
  try {
    const dev = await startDev(scratch)
    const edit = editor(scratch)
    const databasePid = () => Number(readFileSync(join(scratch, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const [database, server] = [databasePid(), dev.server()]
    const pages: Page[] = []
    for (const { path, selector } of SCREENS) {
      const page = await browser.newPage()
      await page.goto(dev.address + path)
      await page.waitForSelector(selector, { timeout: PATIENCE_MS })
      // Vite loads the page once more if it meets packages that it did not know before.
      await until('a page that stays', async () => {
        await page.evaluate(() => void Object.assign(globalThis, { stays: true })).catch(() => undefined)
        await wait(3_000)
        return page.evaluate((selector) => 'stays' in globalThis && document.querySelector(selector) !== null, selector)
      })
      pages.push(page)
    }
    for (const [at, screen] of SCREENS.entries())
      for (let round = 1; round <= rounds; round += 1)
        found.screenMs.push(await editScreen(pages[at]!, edit, screen, `hot ${round}`))
    say(`${found.screenMs.length} screens edited`)
    if (dev.server() !== server || !isAlive(server)) found.wrong.push('a screen was edited and the server restarted')
    await proveServer(dev, edit, rounds, found)
    say(`${rounds} times a server file edited`)
    for (const [what, times] of [
      ['server file', found.serverMs],
      ['screen', found.screenMs],
    ] as const)
      if (median(times) >= LIMIT_MS)
        found.wrong.push(`a ${what} takes ${median(times)} ms, the limit is ${LIMIT_MS} ms`)
    await proveMistake(dev, edit, found)
    if (databasePid() !== database || !isAlive(database)) found.wrong.push('the database is another process')
    for (const [at, page] of pages.entries())
      if (!(await page.evaluate(() => 'stays' in globalThis))) found.wrong.push(`${SCREENS[at]!.path} was loaded anew`)
    await proveEnd(dev, scratch, 'SIGINT', found)
    await proveEnd(await startDev(scratch), scratch, 'SIGKILL', found)
    say('ended by Ctrl-C and by kill -9')
  } finally {
    await browser.close()
    for (const pid of processesOf(scratch)) process.kill(pid, 'SIGKILL')
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  return found
}
