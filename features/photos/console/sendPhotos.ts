import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { fileMark, isPictureName } from '#ui/media/pictureFile.ts'
import { consolePhotosKnown, consolePhotosUpload } from '../console.contract.ts'

/**
 * The progress of an upload. `passed` counts files that have the name of a picture but are no pictures. `large` lists
 * files that are too large for a call. `stopped` is the reason why nothing more can be sent.
 */
export type PhotoSending = {
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

/**
 * The number of files that one call asks about. The next two constants are the number of uploads at once, and the
 * number of tries for each file.
 */
const ASKED = 200
const AT_ONCE = 3
const TRIES = 4
/** The codes of refusals after which another try may succeed. */
const passing = new Set(['network', '429', '500'])

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })

type Album = { raceid: number; albumid: number; signal: AbortSignal }

/**
 * Returns the files that the album lacks, by the hash of their bytes. It calls `seen` for each file that it has read.
 */
const missingAmong = async (
  { raceid, albumid, signal }: Album,
  files: readonly File[],
  seen: () => void,
): Promise<{ missing: File[]; known: number }> => {
  const marks: string[] = []
  for (const file of files) {
    if (signal.aborted) break
    // A file may disappear after it was chosen. It counts as a file that did not arrive.
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

/** Sends one file, several times if that may help, and notes the outcome in `state`. */
const sendOne = async ({ raceid, albumid, signal }: Album, file: File, state: PhotoSending): Promise<void> => {
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
 * Sends pictures into an album (docs/behaviour/photos.md, Sending photos). Gives no message about files that are not
 * pictures. Pictures that the album has already are skipped, so that an interrupted upload continues when a person
 * chooses the same files again. A refusal that is the same for every file stops the upload, and the chosen files stay.
 */
export const sendPhotos = async ({
  files,
  onProgress,
  ...album
}: Album & { files: readonly File[]; onProgress: (sending: PhotoSending) => void }): Promise<void> => {
  const { signal } = album
  const pictures = files.filter(({ name }) => isPictureName(name))
  const state: PhotoSending = {
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
