import { setTimeout as wait } from 'node:timers/promises'
import { fillDisk } from './smallDisk.ts'
import type { Host, Installation } from './machines.ts'

/** A fault of an installation. The proof causes faults one after another in a random order. */

type Fault = {
  name: string
  happen: (installation: Installation, chance: () => number) => Promise<void>
}

const oneOf = <T>(all: readonly T[], chance: () => number): T => all[Math.floor(chance() * all.length)]!
const anyHost = ({ hosts }: Installation, chance: () => number): Host => oneOf(hosts, chance)

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of a host',
    happen: async (installation, chance) => {
      const host = anyHost(installation, chance)
      await host.kill()
      await wait(1000 + chance() * 3000)
      await host.start()
    },
  },
  {
    name: 'a host frozen (SIGSTOP)',
    happen: async (installation, chance) => {
      const host = anyHost(installation, chance)
      host.freeze()
      await wait(4000 + chance() * 6000)
      host.thaw()
    },
  },
  {
    name: 'connections of a host to the database cut',
    happen: async (installation, chance) => {
      const host = anyHost(installation, chance)
      for (let time = 0; time < 3; time++) {
        host.way.cut(0.5 + chance() / 2)
        await wait(300)
      }
    },
  },
  {
    name: 'the database out of reach of a host',
    happen: async (installation, chance) => {
      const host = anyHost(installation, chance)
      host.way.pointTo(undefined)
      host.way.cut()
      await wait(2000 + chance() * 6000)
      host.way.pointTo(installation.primary().port)
    },
  },
  {
    name: 'the standby frozen',
    happen: async (installation, chance) => {
      installation.standby().freeze()
      await wait(1000 + chance() * 2000)
      installation.standby().thaw()
    },
  },
  {
    name: 'the object storage cut',
    happen: async ({ bucketWay }, chance) => {
      for (let time = 0; time < 5; time++) {
        bucketWay.cut()
        await wait(200 + chance() * 400)
      }
    },
  },
  {
    name: 'a host deployed anew',
    happen: async (installation, chance) => {
      const host = anyHost(installation, chance)
      await host.stop()
      await host.start()
    },
  },
]

export const primaryLost: Fault = {
  name: 'the primary killed, the standby promoted',
  happen: async (installation) => void (await installation.failOver('killed')),
}
export const primaryFrozen: Fault = {
  name: 'the primary frozen, the standby promoted',
  happen: async (installation) => void (await installation.failOver('frozen')),
}

/** Fills the disk of the second host until the host reports a full disk. Then removes the file that fills the disk. */
export const diskFull = (folder: string): Fault => ({
  name: 'the disk of a host full',
  happen: async ({ hosts: [, second] }) => {
    const filled = await fillDisk(folder)
    const ready = async () => (await fetch(`http://127.0.0.1:${second.port}/ready`).catch(() => undefined))?.status
    try {
      for (const end = Date.now() + 20_000; (await ready()) !== 507; await wait(500))
        if (Date.now() > end) throw new Error('A host with a full disk does not say so')
      await wait(3000)
    } finally {
      await filled.close()
    }
    for (const end = Date.now() + 30_000; (await ready()) !== 200; await wait(500))
      if (Date.now() > end) throw new Error('A host with room again is not ready')
  },
})
