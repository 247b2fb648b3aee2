import { useState } from 'react'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { mydataConsent } from '#features/privacy/contract.ts'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { isPictureName, pictureTypes } from '#ui/media/pictureFile.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import type { Photo } from '../contract.ts'
import { photoFace, photoFaces } from '../faces/faces.contract.ts'
import { words } from '../words.ts'
import { PhotoGrid } from './PhotoGrid.tsx'

/**
 * The dialog that searches for the person's own face by a picture. Only registered people may use it, after a separate
 * consent.
 */
export const FaceDialog = ({ raceid, onClose }: { raceid: number; onClose: () => void }) => {
  const t = useWords()
  const query = useAsk(photoFaces, { raceid }, { quiet: true })
  const agree = useCall(mydataConsent)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly Photo[]>()
  const [refused, setRefused] = useState<Refused>()
  const consent = query.data?.consent
  const loggedOut = query.error && ['401', '10001'].includes(query.error.code)
  const look = async (file: File) => {
    if (!consent || !isPictureName(file.name)) return
    setBusy(true)
    setRefused(undefined)
    try {
      if (!consent.given) {
        await agree.mutateAsync({ id: consent.key, name: 'photos', given: true })
        await query.refetch()
      }
      setFound((await call(photoFace, { raceid }, { files: { file } })).items)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open wide onClose={onClose} title={t(words.face)}>
      {query.isPending ? <Skeleton className="h-6" lines={4} /> : null}
      {loggedOut ? <LoginFirst title={t(words.face_log_in)} description={t(words.face_mine_only)} /> : null}
      {query.error && !loggedOut ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {consent === null ? <Empty title={t(words.face_mine_only)} /> : null}
      {consent ? (
        <div className="grid gap-4 pb-2">
          <p>{t(words.face_text)}</p>
          {consent.given ? null : (
            <section className="grid gap-1 rounded bg-tint p-4">
              <h3 className="font-bold">{consent.title}</h3>
              <p className="text-14">{consent.body}</p>
              <p className="text-14 text-soft">{t(words.face_withdraw)}</p>
            </section>
          )}
          <FileInput
            label={t(consent.given ? words.face_choose : words.face_agree)}
            accept={pictureTypes}
            busy={busy}
            onFile={(file) => void look(file)}
          />
          {refused ? (
            <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
              {refused.msg}
            </p>
          ) : null}
          <div aria-live="polite" className="grid gap-3">
            {found?.length === 0 ? <Empty title={t(words.face_none)} description={t(words.face_none_text)} /> : null}
            {found?.length ? (
              <>
                <p className="font-bold">{t(words.face_found, { n: found.length })}</p>
                <PhotoGrid photos={found} label={t(words.face)} onGone={() => setFound(undefined)} />
              </>
            ) : null}
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}
