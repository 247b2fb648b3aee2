import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { fileMark, isPictureName } from '#ui/media/pictureFile.ts'
import { consolePhotosKnown, consolePhotosUpload } from '../console.contract.ts'

/**
 * `passed`: files that are pictures only by their name; `large`: files that are too large for a call; `stopped`: the
 * reason why nothing more can be sent.
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

/** The number of files whose marks one call asks about, of uploads at once, and of tries for each. */
const ASKED = 200
const AT_ONCE = 3
const TRIES = 4
/** Refusals that a later try may avoid. All other refusals are the same for every file. */
const passing = new Set(['network', '429', '500'])

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })

type Album = { raceid: number; albumid: number; signal: AbortSignal }

/** The files that the album lacks, by the hash of their bytes. It calls `seen` for each file that it read. */
const missingAmong = async (
  { raceid, albumid, signal }: Album,
  files: readonly File[],
  seen: () => void,
): Promise<{ missing: File[]; known: number }> => {
  const marks: string[] = []
  for (const file of files) {
    if (signal.aborted) break
    // A file that disappeared after it was chosen is reported among those that did not arrive.
    marks.push(await fileMark(file).catch(() => ''))
    seen()
  }
  const sha256 = marks.filter((mark) => /^[0-9a-f]{64}$/.test(mark))
  const known = new Set(
    sha256.length === 0 ? [] : (await call(consolePhotosKnown, { raceid, albumid, sha256 }, { signal })).known,
  )
  return {
    missing: files.filter((_, nth) => !known.has(marks[nth] ?? '')),
    known: marks.filter((mark) => known.has(mark)).length,
  }
}

/** Sends one file, several times where that may help, and notes the outcome in `state`. */
const sendOne = async ({ raceid, albumid, signal }: Album, file: File, state: Sending): Promise<void> => {
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

/**
 * Sends pictures into an album. It skips pictures that are there already (by the hash of their bytes), so that a broken
 * upload goes on when the same files are chosen again. It silently ignores other files (docs/behaviour/photos.md,
 * Sending photos). A refusal that holds for every file (no space left, no longer logged in, the album is gone) ends it
 * at once, and the chosen files stay.
 */
export const sendPhotos = async ({
  files,
  onProgress,
  ...album
}: Album & { files: readonly File[]; onProgress: (sending: Sending) => void }): Promise<void> => {
  const { signal } = album
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
  const one = () => onProgress({ ...state, done: ++state.done })
  const queue: File[] = []
  for (let from = 0; from < pictures.length && !signal.aborted; from += ASKED) {
    const { missing, known } = await missingAmong(album, pictures.slice(from, from + ASKED), one)
    state.known += known
    queue.push(...missing)
  }
  Object.assign(state, { phase: 'uploading', done: 0, of: queue.length })
  onProgress({ ...state })
  const lane = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      await sendOne(album, file, state)
      one()
      if (signal.aborted || state.stopped) return
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  onProgress({ ...state, phase: 'done', failed: [...state.failed, ...queue] })
}
