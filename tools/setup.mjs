// Prepares a fresh checkout: packages, the pinned Node, the built apps, and for tests a browser. It runs before `npm
// start` and `npm test` under the machine's own Node, so it needs only Node 20. It does nothing if nothing is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const onWindows = process.platform === 'win32'
const pinnedNode = join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node')

const say = (line) => process.stdout.write(`${line}\n`)
const giveUp = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Tells whether the installed packages match the lock file. It compares npm's own list of node_modules, package by
 * package.
 */
const isInstalled = () => {
  const wanted = readJson('package-lock.json')?.packages
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!wanted) giveUp('package-lock.json is missing or broken: restore it from the repository.')
  if (!installed || !existsSync(pinnedNode)) return false
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    const there = installed[path]
    return there ? there.version === version : Boolean(optional)
  })
}

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

const install = () => {
  say('Installing the packages (once; about half a minute) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm ? run(process.execPath, [npm, ...args]) : run(onWindows ? 'npm.cmd' : 'npm', args)
  if (!done)
    giveUp(
      'The packages could not be installed: npm says why above. Startline needs the registry this once; check the network and the space on the disk, then try again.',
    )
}

const checkNode = () => {
  const wanted = readJson('package.json').dependencies.node
  const { stdout, error } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  const is = (stdout ?? '').trim().slice(1)
  if (is !== wanted)
    giveUp(
      `Node ${wanted} should have come with the packages, but ${is ? `there is ${is}` : `it does not run here (${error?.message ?? 'no answer'})`}. Remove node_modules and try again.`,
    )
}

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const isDebian = () => existsSync('/etc/debian_version') && onPath('apt-get') !== undefined

/**
 * Installs Debian's packages for the stories in the browser: fonts for Chinese, and Chromium. It prefers a Chromium
 * without windows, which takes 2.5 times less processor time.
 */
const ensureBrowser = () => {
  const { CHROMIUM_PATH } = process.env
  const canInstall = process.getuid?.() === 0 && isDebian()
  const light = 'chromium-headless-shell'
  const any = CHROMIUM_PATH
    ? existsSync(CHROMIUM_PATH)
    : [light, 'chromium', 'chromium-browser', 'google-chrome'].some(onPath)
  const fonts =
    process.platform !== 'linux' ||
    (onPath('fc-list') && spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout)
  const missing = [...(any ? [] : ['chromium']), ...(fonts ? [] : ['fonts-noto-cjk'])]
  const wanted = [...(CHROMIUM_PATH || onPath(light) ? [] : [light]), ...(fonts ? [] : ['fonts-noto-cjk'])]
  if (canInstall ? wanted.length === 0 : missing.length === 0) return
  const line = `apt-get install -y ${missing.join(' ')}`
  if (!canInstall) {
    say(
      `The stories in the browser need ${missing.join(' and ')} (on Debian: ${line}; or name a Chromium in CHROMIUM_PATH). All other tests run without.`,
    )
    return
  }
  say(`Installing ${wanted.join(' and ')} for the stories in the browser (once) …`)
  const apt = (loud, ...args) =>
    spawnSync('apt-get', ['-qq', ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', loud ? 'inherit' : 'ignore'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const install = (loud, packages) => apt(loud, 'install', '-y', '--no-install-recommends', ...packages)
  if (install(false, wanted) || (apt(true, 'update') && install(false, wanted)) || missing.length === 0) return
  if (!install(true, missing))
    say(
      `${missing.join(' and ')} could not be installed; the stories in the browser will fail until this works: ${line}`,
    )
}

const help = `node tools/setup.mjs [test|dev]: installs what a fresh checkout lacks and builds the apps; with "test" also a browser,
with "dev" nothing is built. npm start, npm test and npm run dev run it by themselves.`

if (process.argv.includes('--help')) {
  say(help)
} else {
  if (Number(process.versions.node.split('.')[0]) < 20)
    giveUp(
      `Node ${process.versions.node} is too old to begin with: install Node 20 or later (Startline brings the one it runs on).`,
    )
  if (!isInstalled()) install()
  checkNode()
  if (process.argv.includes('test')) ensureBrowser()
  // `npm run dev` serves the apps' sources and needs no build.
  if (!process.argv.includes('dev') && !run(pinnedNode, [join('tools', 'build.ts')]))
    giveUp('The apps could not be built; the reason stands above.')
}
