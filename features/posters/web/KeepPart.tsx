import { Download, FileDown, RotateCw, Share2 } from 'lucide-react'
import { saveAsPdf } from '#features/certificates/web/saveAsPdf.ts'
import { words as certificateWords } from '#features/certificates/words.ts'
import { LendPart } from '#features/codes/web/LendPart.tsx'
import type { Lent } from '#features/codes/web/useLent.ts'
import { Button } from '#ui/form/Button.tsx'
import { canShare, handOver, inWebview, saveBlob } from '#ui/network/handOver.ts'
import { useWords } from '#ui/language/lang.tsx'
import { cropWords as words } from './crop.words.ts'
import type { DrawnPoster } from './usePosterPicture.ts'

type Ready = Extract<DrawnPoster, { state: 'ready' }>
/** The ways to keep the finished picture. */
export const KeepPart = ({
  ready,
  lent,
  filename,
  paper,
  onAgain,
}: {
  ready: Ready
  lent: Lent
  /** The name of the saved file, without an ending. */
  filename: string
  /** The size of a certificate on paper. The runner can also save a certificate as a PDF. */
  paper: { width: number; height: number } | undefined
  onAgain: () => void
}) => {
  const t = useWords()
  const webview = inWebview()
  return (
    <div className="grid gap-3">
      {lent.state === 'own' ? (
        <p role="status" className="rounded bg-success-tint px-4 py-3 text-center font-medium text-success-ink">
          <span className="md:hidden">{t(words.long_press)}</span>
          <span className="hidden md:inline">{t(words.right_click)}</span>
        </p>
      ) : (
        <LendPart lent={lent} />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {webview ? null : (
          <Button
            look="plain"
            icon={<Download className="size-5" aria-hidden />}
            onClick={() => saveBlob(ready.jpeg, `${filename}.jpg`)}
          >
            {t(words.save)}
          </Button>
        )}
        {webview || !paper ? null : (
          <Button
            look="plain"
            icon={<FileDown className="size-5" aria-hidden />}
            onClick={() => void saveAsPdf(ready.jpeg, paper, filename)}
          >
            {t(certificateWords.save_pdf)}
          </Button>
        )}
        {!webview && canShare(ready.jpeg) ? (
          <Button
            look="plain"
            icon={<Share2 className="size-5" aria-hidden />}
            onClick={() => void handOver(ready.jpeg, `${filename}.jpg`)}
          >
            {t(words.share)}
          </Button>
        ) : null}
        <Button look="quiet" icon={<RotateCw className="size-5" aria-hidden />} onClick={onAgain}>
          {t(words.regenerate)}
        </Button>
      </div>
    </div>
  )
}
