import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { MissingPicture } from '../../render/paint.rules.ts'
import { words } from '../definitions/editor.words.ts'

/** The reason why the browser cannot paint a certificate. Usually a picture is missing. */
export const PaintFault = ({ error }: { error: unknown }) => {
  const t = useWords()
  if (!(error instanceof MissingPicture)) return <ErrorState error={error} />
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <StatusIcon kind="warn" />
      <p className="max-w-[40ch] text-pretty">{t(words.picture_gone)}</p>
    </div>
  )
}
