import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { pictureTypes } from '#ui/media/pictureFile.ts'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { checkinFaceVerify } from '../face/face.contract.ts'
import { faceWords as words } from '../face/face.words.ts'

const tones = { match: 'bg-success-tint text-success-ink', other: 'bg-warning-tint text-warning-ink' } as const
/**
 * Checks the runner's face by a picture, in addition to document and QR code. The page sends the picture to the server
 * and nowhere else.
 */
export const FaceCheck = ({ id }: { id: number }) => {
  const t = useWords()
  const raceid = useRaceId()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<OutputOf<typeof checkinFaceVerify>>()
  const [refused, setRefused] = useState<Refused>()
  const check = async (file: File) => {
    setBusy(true)
    setAnswer(undefined)
    setRefused(undefined)
    try {
      setAnswer(await call(checkinFaceVerify, { raceid, id }, { files: { file } }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="mt-4 grid gap-3 border-t border-line pt-4" aria-label={t(words.title)}>
      <FileInput
        camera
        label={t(words.take)}
        hint={t(words.about)}
        accept={pictureTypes}
        busy={busy}
        onFile={(file) => void check(file)}
      />
      <div role="status">
        {answer ? (
          <p className={`rounded px-4 py-3 text-20 font-bold ${tones[answer.outcome === 'match' ? 'match' : 'other']}`}>
            {answer.says}
          </p>
        ) : null}
      </div>
      <Refusal refused={refused} />
      {answer?.sandbox ? (
        <a href={answer.sandbox} target="_blank" rel="noreferrer" className="flex min-h-11 items-center underline">
          {t(words.choose)}
        </a>
      ) : null}
    </section>
  )
}
