import { readFileSync, readdirSync } from 'node:fs'

/** The ticks in a second. Linux counts the time of processes in hundredths of a second. */
const TICKS = 100

const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')

/** Returns the processes of a database: its postmaster and its workers. */
export const workersOf = (postmaster: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(pid) === postmaster || Number(statOf(pid)[1]) === postmaster
      } catch {
        return false
      }
    })
    .map(Number)

/** Returns the processor seconds of a database: of its postmaster and of all its workers, running or ended. */
export const databaseSeconds = (postmaster: number): number => {
  let ticks = 0
  for (const pid of workersOf(postmaster))
    try {
      const stat = statOf(pid)
      const ended = pid === postmaster ? Number(stat[13]) + Number(stat[14]) : 0
      ticks += Number(stat[11]) + Number(stat[12]) + ended
    } catch {
      // The process ended meanwhile. The system then adds its time to the parent process.
    }
  return ticks / TICKS
}

export const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Returns the memory of a process in megabytes: its own memory, and its part of the memory that processes share. */
export const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024

/** The processor seconds that a server has used so far, and the batches that it has committed. */
export type ServerUse = { seconds: number; batches: number }
