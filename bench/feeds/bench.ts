import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { insertEntry, saveSettings } from '#features/feed/store.ts'
import { encodedMessages } from '#features/feed/stream.service.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { conclude, openGround, quantile, say } from '../ground/ground.ts'

/**
 * Measures the time until an entry of the feed arrives at each of many open pages, over HTTP. The bench also counts the
 * encodings: the server encodes each change once for all readers. The goal is one second for 95 of 100 readers.
 */
const READERS = Number(process.argv[2] ?? 5000)
const ENTRIES = Number(process.argv[3] ?? 60)
const GOAL_MS = 1000

const { parts, port, close } = await openGround()
const { db } = parts
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
await openRace({ db, clock })
await db
  .transaction()
  .execute((tx) =>
    saveSettings(
      tx,
      RACE,
      { open: true, comments: 'off', cheers: true, words: [], keep_days: 365, entry_days: null },
      new Date(),
    ),
  )
const child = spawn(process.execPath, [join(import.meta.dirname, 'readers.ts')], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
try {
  const nextMessage = () =>
    new Promise<{ open?: number; came?: [number, number[]][] }>(
      (resolve, reject) =>
        void child
          .once('message', (message) => resolve(message as never))
          .once('exit', () => reject(new Error('The readers ended'))),
    )
  child.send({ port, readers: READERS, raceid: RACE })
  const { open } = await nextMessage()
  say(`${open} pages read the feed`)
  const before = encodedMessages(db)
  const sent = new Map<number, number>()
  for (let n = 0; n < ENTRIES; n++) {
    const at = Date.now()
    const { version } = await db.transaction().execute((tx) =>
      insertEntry(
        tx,
        {
          raceid: RACE,
          uid: null,
          staffid: null,
          author: '组委会',
          body: `第 ${n + 1} 条：领先集团通过，江风正好，大家都在笑。`,
          km: n * 700,
          state: 'shown',
          why: null,
          pinned_at: null,
          pictures: '[]',
          film: null,
        },
        new Date(),
      ),
    )
    sent.set(Number(version), at)
    await wait(GOAL_MS)
  }
  await wait(GOAL_MS)
  const encodings = encodedMessages(db) - before
  child.send('tell')
  const { came = [] } = await nextMessage()
  const delays = came.flatMap(([version, all]) => {
    const at = sent.get(version)
    return at === undefined ? [] : all.map((one) => one - at)
  })
  const sorted = delays.toSorted((a, b) => a - b)
  const missed = ENTRIES * READERS - delays.length
  const p95 = quantile(sorted, 0.95)
  say(
    `${ENTRIES} entries, ${delays.length} arrivals, ${missed} missing, ${encodings} encodings: half within ${quantile(sorted, 0.5)} ms, 95 % within ${p95} ms, all within ${sorted.at(-1)} ms   goal ${GOAL_MS} ms`,
  )
  conclude({
    name: 'feed',
    readers: READERS,
    entries: ENTRIES,
    encodings,
    missed,
    p50_ms: quantile(sorted, 0.5),
    p95_ms: p95,
    most_ms: sorted.at(-1) ?? 0,
    reached: p95 <= GOAL_MS && missed === 0 && open === READERS && encodings <= ENTRIES,
  })
} finally {
  child.kill()
  await close()
}
