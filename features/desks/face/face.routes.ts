import { countFailure } from '#db/errors/failures.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { reencode } from '#features/files/encoding.service.ts'
import { openKept } from '#features/registrations/changes/changes.service.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { logChange } from '#features/staff/service.ts'
import { FaceDown, type FaceService, FaceSlow, type Picture } from '#integrations/face/client.ts'
import { type Context, type RawRoute, handle, raw } from '#seam/server/handle.ts'
import { findPack } from '../packs.store.ts'
import { aiFaceDetect, checkinFaceVerify } from './face.contract.ts'
import { mayCheckFace, outcomeOfFaces } from './face.rules.ts'
import { faceOutcomeWords } from './face.words.ts'

/**
 * The limit on checks of one runner. Each check costs money, and nobody should compare the same person again and again.
 */
const tries: Limit = { kind: 'face checks of a runner', max: 10, seconds: 600 }

type FaceContext = Omit<Context<typeof checkinFaceVerify>, 'save'>
/** Admits a check and encodes the picture again, so that the service gets no metadata and no hostile file. */
const admitted = async ({
  input: { raceid, id },
  files,
  db,
  integrations,
  now,
  refuse,
}: FaceContext): Promise<{ service: FaceService; picture: Picture; row: RegistrationRow }> => {
  const service = integrations.faces ?? refuse('face_check_off')
  const pack = (await findPack(db, raceid, id)) ?? refuse('registration_not_found')
  if (!mayCheckFace(true, pack)) return refuse('face_not_agreed')
  const file = files[0] ?? refuse('file_missing')
  const wait = await countTry(db, tries, `${raceid} ${id}`, now)
  if (wait > 0) return refuse('too_often', { retry_after: wait })
  const picture = await reencode(file.bytes)
  if (typeof picture === 'string') return refuse(picture)
  return { service, picture, row: (await registrationById(db, raceid, id)) ?? refuse('registration_not_found') }
}
/** Writes the check into the log before the picture leaves the server. */
const logged = ({ db, now, who, input: { raceid, id } }: FaceContext, how: 'verify' | 'detect') =>
  db
    .transaction()
    .execute((tx) =>
      logChange(tx, { who, now, raceid, what: 'face checked', target: `registration ${id}`, after: { how } }),
    )
/** Asks the service. If the service does not answer, this function counts the failure and returns the reason. */
const asking = async <Answer>(
  { db, now }: Pick<FaceContext, 'db' | 'now'>,
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer } | { silent: 'slow' | 'down' }> => {
  try {
    return { answer: await ask() }
  } catch (error) {
    if (!(error instanceof FaceDown)) throw error
    await countFailure(db, 'desk_faces', now, error)
    return { silent: error instanceof FaceSlow ? 'slow' : 'down' }
  }
}

/** Serves the page of the sandbox, if it runs. */
const sandboxPage: RawRoute['run'] = async ({ integrations, origin }, request, reply) => {
  const trial = integrations.sandbox.faces
  if (!trial) return reply.code(404).type('text/plain').send('')
  const url = new URL(request.url, origin)
  const { status, headers, body } = trial.page({
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : ''),
    acceptLanguage: request.headers['accept-language'] ?? '',
  })
  return reply.code(status).headers(headers).send(body)
}
const pageText =
  'The page on which a trial chooses the next answer of the sandbox. Only where a sandbox compares faces.'
export const faceRawRoutes: readonly RawRoute[] = [
  raw('GET', '/pretend/faces', pageText, sandboxPage),
  raw('POST', '/pretend/faces', pageText, sandboxPage),
]

export const faceRoutes = [
  handle(checkinFaceVerify, async (context) => {
    const { seal, say } = context
    const { service, picture, row } = await admitted(context)
    await seal.prepare(raceScope(row.raceid))
    await logged(context, 'verify')
    const { name, idtype, idnum } = openKept(seal, row)
    const reply = await asking(context, () => service.verify(picture, { name, idtype, idnum }))
    const outcome = 'silent' in reply ? reply.silent : reply.answer
    const trial = context.integrations.sandbox.faces
    return { outcome, says: say(faceOutcomeWords[outcome]), ...(trial ? { sandbox: trial.path } : {}) }
  }),

  handle(aiFaceDetect, async (context) => {
    const { service, picture } = await admitted(context)
    await logged(context, 'detect')
    const reply = await asking(context, () => service.detect(picture))
    const outcome = 'silent' in reply ? reply.silent : outcomeOfFaces(reply.answer)
    return { faces: 'silent' in reply ? 0 : reply.answer.faces, outcome, says: context.say(faceOutcomeWords[outcome]) }
  }),
]
