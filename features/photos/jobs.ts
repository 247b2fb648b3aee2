import { countFailure } from '#db/errors/failures.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import { readKept } from '#features/files/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { READY, SEEN, queueUnfinishedPhotos, readyPhotos } from './processing.service.ts'
import { SURE, photoAddresses } from './rules.ts'
import { findPhoto } from './store.ts'
import { SETTLE, settlePhoto } from './turning/turning.service.ts'
import { addTags } from './bibs/tags.store.ts'
import { runnersSeen } from './bibs/runnersSeen.service.ts'
import { claimNews, markNotified } from './wishes.store.ts'

const PER_SWEEP = 200

/**
 * Asks the recognition service for the bibs in a photo. A bib that no runner of the race has is a mistake of the
 * service. If the service is down, the job runner asks again.
 */
const seePhoto: Job<Parts>['run'] = async (payload, parts) => {
  const { raceid, id } = payload as { raceid: number; id: number }
  const photo = await findPhoto(parts.db, raceid, id)
  if (photo?.state !== 'ready' || !parts.integrations.recognition) return
  const bytes = await readKept(parts, photoAddresses({ raceid, hash: photo.hash!, ext: photo.ext! }).original)
  if (!bytes) return
  const reading = parts.integrations.recognition.bibsIn(bytes, { raceid, id })
  const found = await reading.catch(async (error: unknown) => {
    await countFailure(parts.db, 'bibs_read', parts.now, error)
    throw error
  })
  const seen = found.filter(({ confidence }) => confidence >= SURE)
  await parts.db.transaction().execute(async (tx) => {
    const known = await runnersSeen(
      tx,
      raceid,
      seen.map(({ bib }) => bib),
    )
    await addTags(
      tx,
      raceid,
      seen.flatMap(({ bib, confidence }) =>
        known.has(bib) ? [{ photoid: id, bib: known.get(bib)!, confidence }] : [],
      ),
      'seen',
      parts.now,
    )
  })
}

/** Tells subscribers about new photos of a bib. One message covers all new photos. */
export const notifyNews: Sweep<Parts>['run'] = async ({ db, seal, now }) => {
  await seal.prepare('accounts')
  await db.transaction().execute(async (tx) => {
    for (const news of await claimNews(tx, now, PER_SWEEP)) {
      const values = {
        bib: news.bib,
        n: String(news.fresh),
        race: eachLang((lang) => nameIn(lang, news.race, news.names)),
      }
      const path = `/photos?raceid=${news.raceid}&bib=${encodeURIComponent(news.bib)}`
      await sendMessage(tx, {
        seal,
        now,
        uid: news.uid,
        path,
        lang: news.lang as Lang,
        template: 'photos_new',
        values,
        key: `photos_new ${news.raceid}/${news.bib}/${news.uid} ${news.upto.getTime()}`,
        raceid: news.raceid,
      })
      await markNotified(tx, news)
    }
  })
}

export const jobs: readonly Job<Parts>[] = [
  { name: READY, run: (_payload, parts) => readyPhotos(parts, parts.now) },
  { name: SEEN, run: seePhoto },
  { name: SETTLE, run: settlePhoto },
]
export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'news of photos', everySeconds: 600, run: notifyNews },
  { name: 'photos left', everySeconds: 60, run: (parts) => queueUnfinishedPhotos(parts, parts.now) },
]
