/** `npm run dev`: the server, started anew when its sources change, and Vite's own server for the apps before it. */
import { type ChildProcess, spawn } from 'node:child_process'

if (process.argv.includes('--help')) {
  console.log(
    'npm run dev\n\nThe runner app at http://localhost:5173 and the console at http://localhost:5174/console/, both changing while you write;\nthe server behind them at http://localhost:3000 starts anew when its sources change. Settings as for npm start.',
  )
  process.exit(0)
}

const run = (command: string, args: readonly string[]): ChildProcess => spawn(command, args, { stdio: 'inherit' })
const sources = ['server', 'contract', 'db', 'features'].map((folder) => `--watch-path=${folder}`)
const running = [
  run(process.execPath, [...sources, '--watch-preserve-output', 'tools/start.ts']),
  run('node_modules/.bin/vite', ['--config', 'vite.config.ts', '--mode', 'web', '--port', '5173', '--strictPort']),
  run('node_modules/.bin/vite', ['--config', 'vite.config.ts', '--mode', 'console', '--port', '5174', '--strictPort']),
]
const stop = () => {
  for (const child of running) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
