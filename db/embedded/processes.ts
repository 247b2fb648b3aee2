import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const onLinux = process.platform === 'linux'

/** Returns the state letter and the start time (in ticks since boot) of a process. */
const statOf = (pid: number): { state: string; started: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name is in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/** Tells whether a process is alive. A zombie, which has ended but whose parent has not noticed, is not alive. */
export const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (onLinux) {
    const stat = statOf(pid)
    return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X'
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tells whether a living process works in this folder. If the system does not say, every living process counts. */
export const worksIn = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false
  if (!onLinux) return true
  try {
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return there.ino === here.ino && there.dev === here.dev
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/**
 * Finds processes of a killed database that have not yet noticed the end of their database. A new database must not
 * start before these processes are gone. The list is empty on systems other than Linux.
 */
export const processesIn = (folder: string): number[] => {
  if (!onLinux) return []
  const here = statSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (!readlinkSync(`/proc/${pid}/exe`).includes('postgres')) return false
        const there = statSync(`/proc/${pid}/cwd`)
        return there.ino === here.ino && there.dev === here.dev && isAlive(pid)
      } catch {
        return false
      }
    })
}

export type Claim = { pid: number; started: string; role: 'server' | 'tool' }

const claimsFolder = (folder: string) => join(folder, 'run')

/**
 * Notes that this process uses the database of the folder. The last process that leaves then stops the database.
 * Returns the function that removes the note.
 */
export const claim = (folder: string, role: Claim['role']): (() => void) => {
  mkdirSync(claimsFolder(folder), { recursive: true, mode: 0o700 })
  const file = join(claimsFolder(folder), `${process.pid}.json`)
  const mine: Claim = { pid: process.pid, started: statOf(process.pid)?.started ?? '', role }
  writeFileSync(file, JSON.stringify(mine), { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

/** Returns the other living processes that use this folder, and removes the notes of dead processes. */
export const otherClaims = (folder: string): Claim[] => {
  let names: string[]
  try {
    names = readdirSync(claimsFolder(folder))
  } catch {
    return []
  }
  const living: Claim[] = []
  for (const name of names) {
    const file = join(claimsFolder(folder), name)
    const theirs = readClaim(file)
    if (!theirs || !isAlive(theirs.pid) || (onLinux && statOf(theirs.pid)?.started !== theirs.started))
      rmSync(file, { force: true })
    else if (theirs.pid !== process.pid) living.push(theirs)
  }
  return living
}

const readClaim = (file: string): Claim | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim
  } catch {
    return undefined
  }
}

/** Stops the database at once: transactions under way roll back, and everything committed is on the disk. */
export const stopProcess = async (pid: number): Promise<void> => {
  for (const [signal, limit] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!isAlive(pid)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = Date.now() + limit
    while (isAlive(pid) && Date.now() < deadline) await wait(10)
  }
}
