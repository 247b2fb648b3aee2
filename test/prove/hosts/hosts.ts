import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Db, openDb } from '#db/db.ts'
import { RACE } from '#test/entrants.ts'
import { chanceFrom } from '#tools/demo/chance.ts'
import { type Acknowledged, asker, endTimeToPay, faultsAtTheEnd, lostOf, personOf } from '../entries.ts'
import { diskFull, faults, primaryFrozen, primaryLost } from './chaos.ts'
import { openSignUp } from './load.ts'
import { type Installation, canFakeTime, startInstallation } from './machines.ts'
import { watchReady } from './readiness.ts'
import { mountSmallDisk } from './smallDisk.ts'

/**
 * The settings of the proof that an installation on two hosts loses nothing. The proof kills, freezes and cuts off
 * parts of the installation in a random order. Meanwhile people sign up and pay, send pictures and read. Each call may
 * reach either host.
 */
export type HostsProof = {
  minutes: number
  seed: number
  proxy: 'haproxy' | 'nginx'
  folder: string
  say: (line: string) => void
}
/** One fault, and its effects on people until the next fault. */
export type Felt = {
  fault: string
  /** Failed answers by call and kind, and the longest time in which nobody got a good answer. */
  failed: Record<string, number>
  silentMs: number
}
export type HostsFinding = {
  minutes: number
  seed: number
  signedUp: number
  paid: number
  pictures: number
  reads: number
  answered: number
  /**
   * Failed answers that people saw, by fault, and by call and kind. People repeat a failed call until it succeeds, but
   * not a failed read of a page.
   */
  seen: Record<string, Record<string, number>>
  refused: Record<string, number>
  felt: Felt[]
  skipped: string[]
  wrong: string[]
}

/** The time without a good answer after which the proof prints the changes that a balancer sees at each host. */
const LONG_MS = 3000
const LANES = 12
const PEOPLE = 600_000
/** The pause between one person and the next in a `lane`, so that the proof can run beside other work. */
const PAUSE_MS = 40

const sumOf = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((sum, n) => sum + n, 0)
const addTo = (sums: Record<string, number>, counts: Readonly<Record<string, number>>): void => {
  for (const [name, n] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + n
}

/** Watches the answers: which failed, and how long nobody got a good answer. */
const watchAnswers = () => {
  let failed: Record<string, number> = {}
  let [good, lastGood, silent] = [0, performance.now(), 0]
  return {
    onFault: (kind: string, path: string) => addTo(failed, { [`${path} ${kind}`]: 1 }),
    onGood: () => {
      const now = performance.now()
      silent = Math.max(silent, now - lastGood)
      lastGood = now
      good += 1
    },
    good: () => good,
    /** Returns the failures and the longest silence since the last call of `take`. */
    take: () => {
      const taken = { failed, silentMs: Math.round(Math.max(silent, performance.now() - lastGood)) }
      ;[failed, silent] = [{}, 0]
      return taken
    },
  }
}
type Answers = ReturnType<typeof watchAnswers>

/** Makes a PNG whose colour contains `n`, so that each PNG is a different file. */
const pictureOf = async (n: number): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const colour = { r: n & 255, g: (n >> 8) & 255, b: (n >> 16) & 255 }
  return sharp({ create: { width: 16, height: 16, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

type Sent = { path: string; colour: number }
/**
 * Sends a runner's picture over the proxy again and again until the server keeps it. Returns the address of the
 * picture. Undefined after a refusal, or if the time of the proof is over.
 */
const sendPicture = async (origin: string, n: number, answers: Answers, given: { over: boolean }) => {
  const bytes = await pictureOf(n)
  while (!given.over) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ _token: `prove-${n}`, raceid: String(RACE), purpose: 'proof' }))
      form.set(name, value)
    form.set('file', new File([new Uint8Array(bytes)], 'proof.png', { type: 'image/png' }))
    try {
      const response = await fetch(`${origin}/stor/upload`, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(15_000),
      })
      const answer = (await response.json()) as { code: string; refusal?: string; data: { path?: string } | null }
      if (answer.code === '200') {
        answers.onGood()
        return answer.data?.path
      }
      if (answer.code !== '500') return answer.refusal === 'same_file' ? answer.data?.path : undefined
      answers.onFault(answer.refusal ?? answer.code, '/stor/upload')
    } catch {
      answers.onFault('no connection', '/stor/upload')
    }
    await wait(200)
  }
  return undefined
}

/** Reads a public page of the race, as many spectators do. Does not repeat a failed read. */
const readRace = async (origin: string, answers: Answers): Promise<boolean> => {
  try {
    const response = await fetch(`${origin}/race/home?raceid=${RACE}`, { signal: AbortSignal.timeout(10_000) })
    const { code } = (await response.json()) as { code: string }
    if (response.status < 500 && code !== '500') {
      answers.onGood()
      return true
    }
    answers.onFault(String(response.status), '/race/home')
  } catch {
    answers.onFault('no connection', '/race/home')
  }
  return false
}

const payOver =
  ({ alipay }: Installation) =>
  async (address: string): Promise<boolean> => {
    alipay.visit(address)
    const content = JSON.parse(new URL(address).searchParams.get('biz_content') ?? '{}') as { out_trade_no: string }
    return alipay.pay(content.out_trade_no)
  }

/**
 * Asks each host for one half of the stored pictures. Returns one sentence that counts the unreadable pictures, or an
 * empty list.
 */
const picturesLost = async (installation: Installation, sent: readonly Sent[]): Promise<string[]> => {
  let missing = 0
  for (const [nth, { path, colour }] of sent.entries()) {
    const { port } = installation.hosts[nth % 2]!
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer prove-${colour}` },
    })
    if (!response.ok) missing += 1
    await response.arrayBuffer()
  }
  return missing > 0 ? [`${missing} of ${sent.length} kept pictures cannot be read`] : []
}

type Running = {
  proof: HostsProof
  installation: Installation
  found: HostsFinding
  answers: Answers
  given: { over: boolean }
}

/** Causes faults of the installation until the time is over. Adds the effects of each fault to the findings. */
const disturb = async (
  { proof, installation, found, answers, given }: Running,
  extra: readonly (typeof primaryLost)[],
): Promise<void> => {
  const chance = chanceFrom(proof.seed).next
  const ready = watchReady(installation.hosts)
  const until = performance.now() + proof.minutes * 60_000
  const waiting = [...extra]
  for (let nth = 0; performance.now() < until && !given.over; nth++) {
    await wait(3000 + chance() * 5000)
    addTo((found.seen['between faults'] ??= {}), answers.take().failed)
    ready.take()
    // Every third time the proof takes one of the faults that happen only once, until all of them have happened.
    const fault = (nth % 3 === 1 ? waiting.shift() : undefined) ?? faults[Math.floor(chance() * faults.length)]!
    await fault.happen(installation, chance)
    await wait(2000)
    const felt = { fault: fault.name, ...answers.take() }
    found.felt.push(felt)
    addTo((found.seen[fault.name] ??= {}), felt.failed)
    const kinds = Object.entries(felt.failed).map(([kind, n]) => `${n} of ${kind}`)
    proof.say(
      `${felt.fault}: ${sumOf(felt.failed)} failed answers, nobody answered for ${felt.silentMs} ms${kinds.map((one) => `; ${one}`).join('')}`,
    )
    if (felt.silentMs > LONG_MS) for (const change of ready.take()) proof.say(`  ${change}`)
  }
  await ready.stop()
}

const runLanes = async ({ installation, found, answers, given }: Running, acknowledged: Acknowledged[]) => {
  const { origin } = installation
  const sent: Sent[] = []
  const ask = asker(origin, given, answers.onFault)
  const person = personOf({
    origin,
    given,
    ask: async (path, fields) => {
      const answer = await ask(path, fields)
      answers.onGood()
      return answer
    },
    acknowledged,
    refused: found.refused,
    alipay: payOver(installation),
  })
  let next = 0
  const lane = async (nth: number) => {
    while (!given.over && next < PEOPLE) {
      const n = next++
      if (nth % 4 === 0) found.reads += (await readRace(origin, answers)) ? 1 : 0
      else if (nth % 4 === 1 && n % 5 === 0) {
        const path = await sendPicture(origin, n, answers, given)
        if (path) sent.push({ path, colour: n })
      } else await person(n).catch(() => undefined)
      await wait(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)))
  // The proof fails if its people run out before the end, because hosts that get no calls show no faults.
  if (!given.over) found.wrong.push('nobody was left to call before the time was over')
  return sent
}

/** Compares the state at the end with everything that the server acknowledged: places, money, sign-ups and pictures. */
const judge = async ({ installation, found }: Running, db: Db, acknowledged: Acknowledged[], sent: Sent[]) => {
  await endTimeToPay(db)
  const delivering = setInterval(() => void installation.alipay.deliver('all').catch(() => undefined), 1000)
  try {
    found.wrong.push(
      ...(await faultsAtTheEnd(db, 240_000)),
      ...(await lostOf(db, acknowledged)),
      ...(await picturesLost(installation, sent)),
    )
  } finally {
    clearInterval(delivering)
  }
}

export const proveHosts = async (proof: HostsProof): Promise<HostsFinding> => {
  const { folder, minutes, seed, proxy, say } = proof
  const secondFolder = join(folder, 'small-disk')
  const unmount = mountSmallDisk(secondFolder)
  const found: HostsFinding = {
    minutes,
    seed,
    signedUp: 0,
    paid: 0,
    pictures: 0,
    reads: 0,
    answered: 0,
    seen: {},
    refused: {},
    felt: [],
    skipped: [
      ...(canFakeTime() ? [] : ['the clock of a host (faketime is not installed)']),
      ...(unmount ? [] : ['the full disk of a host (this process may not mount)']),
    ],
    wrong: [],
  }
  const clockOff = canFakeTime() ? 90 : 0
  let installation: Installation | undefined
  const given = { over: false }
  try {
    installation = await startInstallation({ folder, proxy, clockOff, secondFolder: unmount && secondFolder })
    const running: Running = { proof, installation, found, answers: watchAnswers(), given }
    const now = installation
    const db = () => openDb({ url: `postgres://startline@127.0.0.1:${now.primary().port}/startline` })
    const first = db()
    await openSignUp(first, 1_000_000, PEOPLE)
    await first.destroy()
    say(`Two hosts behind ${proxy}, the clock of the second ${clockOff} s off; seed ${seed}`)
    const acknowledged: Acknowledged[] = []
    const delivering = setInterval(() => void now.alipay.deliver('all').catch(() => undefined), 1000)
    const lanes = runLanes(running, acknowledged)
    await disturb(running, [primaryFrozen, ...(unmount ? [diskFull(secondFolder)] : []), primaryLost]).finally(() => {
      given.over = true
      clearInterval(delivering)
    })
    const sent = await lanes
    const last = db()
    await judge(running, last, acknowledged, sent).finally(() => last.destroy())
    found.answered = running.answers.good()
    found.signedUp = acknowledged.length
    found.paid = acknowledged.filter(({ paid }) => paid).length
    found.pictures = sent.length
    return found
  } finally {
    given.over = true
    await installation?.close()
    unmount?.()
  }
}
