import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { fileMark, isPictureName } from '#ui/media/pictureFile.ts'
import { consolePhotosKnown, consolePhotosUpload } from '../console.contract.ts'

/**
 * `passed`: pictures by their name only; `large`: files that no call carries; `stopped`: why nothing more can be sent.
 */
export type Sending = {
  phase: 'checking' | 'uploading' | 'done'
  done: number
  of: number
  fresh: number
  known: number
  passed: number
  large: File[]
  failed: File[]
  stopped?: Refused
}

/** Files whose marks are asked about in one call, how many are on their way at once, and how often each is tried. */
const ASKED = 200
const AT_ONCE = 3
const TRIES = 4
/** What a moment's patience may mend. All other refusals are the same for every file. */
const passing = new Set(['network', '429', '500'])

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })

/**
 * Sends pictures into an album: what is there already (by the hash of its bytes) is passed over, so that an upload that
 * broke off goes on with the same files chosen again. Other files are ignored without a word (docs/behaviour/photos.md,
 * Sending photos). What would be refused for every file (no room left, no longer logged in, the album is gone) ends it
 * at once, and nothing chosen is forgotten.
 */
export const sendPhotos = async ({
  raceid,
  albumid,
  files,
  signal,
  tell,
}: {
  raceid: number
  albumid: number
  files: readonly File[]
  signal: AbortSignal
  tell: (sending: Sending) => void
}): Promise<void> => {
  const pictures = files.filter(({ name }) => isPictureName(name))
  const state: Sending = {
    phase: 'checking',
    done: 0,
    of: pictures.length,
    fresh: 0,
    known: 0,
    passed: 0,
    large: [],
    failed: [],
  }
  const waiting: File[] = []
  for (let from = 0; from < pictures.length && !signal.aborted; from += ASKED) {
    const part = pictures.slice(from, from + ASKED)
    const marks: string[] = []
    for (const file of part) {
      if (signal.aborted) break
      // A file that went away since it was chosen is told among those that did not arrive.
      marks.push(await fileMark(file).catch(() => ''))
      tell({ ...state, done: ++state.done })
    }
    const hashes = marks.filter((mark) => /^[0-9a-f]{64}$/.test(mark))
    const known =
      hashes.length === 0
        ? new Set<string>()
        : new Set((await call(consolePhotosKnown, { raceid, albumid, sha256: hashes }, { signal })).known)
    state.known += marks.filter((mark) => known.has(mark)).length
    waiting.push(...part.filter((_, nth) => !known.has(marks[nth] ?? '')))
  }
  Object.assign(state, { phase: 'uploading', done: 0, of: waiting.length })
  tell({ ...state })
  const queue = [...waiting]
  const sendOne = async (file: File): Promise<void> => {
    for (let tried = 1; !signal.aborted && !state.stopped; tried++) {
      try {
        const { items } = await call(consolePhotosUpload, { raceid, albumid }, { files: { file }, signal })
        if (items[0]?.new) state.fresh++
        else state.known++
        return
      } catch (thrown) {
        const refused = refusedFrom(thrown)
        if (refused.refusal === 'not_a_picture') return void state.passed++
        if (refused.refusal === 'body_too_large') return void state.large.push(file)
        const passes = passing.has(refused.code) && refused.refusal !== 'storage_full'
        if (!passes && !signal.aborted) state.stopped = refused
        if (!passes || tried === TRIES || signal.aborted) break
        await pause((refused.retry_after ?? 2 ** tried / 2) * 1000, signal)
      }
    }
    state.failed.push(file)
  }
  const lane = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      await sendOne(file)
      tell({ ...state, done: ++state.done })
      if (signal.aborted || state.stopped) return
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  tell({ ...state, phase: 'done', failed: [...state.failed, ...queue] })
}
