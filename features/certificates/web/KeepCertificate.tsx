import { FileDown, ImageDown, RotateCw } from 'lucide-react'
import { LendPart } from '#features/codes/web/LendPart.tsx'
import type { Lent } from '#features/codes/web/useLent.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { inWebview, saveBlob } from '#ui/network/handOver.ts'
import type { Certificate } from '../contract.ts'
import { words } from '../words.ts'
import { saveAsPdf } from './saveAsPdf.ts'
import type { DrawnCertificate } from './useDrawn.ts'

type Props = {
  certificate: Certificate | undefined
  ready: Extract<DrawnCertificate, { state: 'ready' }> | undefined
  lent: Lent
  /** The name of the saved files, without an ending. */
  file: string
  redrawing: boolean
  onRedraw: () => void
}
export const KeepCertificate = ({ certificate, ready, lent, file, redrawing, onRedraw }: Props) => {
  const t = useWords()
  return (
    <div className="flex flex-col items-center gap-3 p-4 md:p-6">
      {lent.state === 'own' || lent.state === 'ready' ? (
        <p className="text-14 text-soft">
          <span className="md:hidden">{t(words.long_press)}</span>
          <span className="hidden md:inline">{t(words.right_click)}</span>
        </p>
      ) : (
        <LendPart lent={lent} />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="quiet" icon={<RotateCw className="size-5" aria-hidden />} onClick={onRedraw} busy={redrawing}>
          {t(words.regenerate)}
        </Button>
        {/* The messaging app's webview saves no files. */}
        {inWebview() ? null : (
          <>
            <Button
              look="plain"
              icon={<ImageDown className="size-5" aria-hidden />}
              disabled={!ready}
              onClick={() => ready && saveBlob(ready.jpeg, `${file}.jpg`)}
            >
              {t(words.save_picture)}
            </Button>
            <Button
              look="plain"
              icon={<FileDown className="size-5" aria-hidden />}
              disabled={!ready}
              onClick={() => ready && certificate && void saveAsPdf(ready.jpeg, certificate, file)}
            >
              {t(words.save_pdf)}
            </Button>
          </>
        )}
      </div>
      {certificate?.number ? (
        <p className="figures text-14 text-soft">
          {t(words.number)} {certificate.number}
        </p>
      ) : null}
    </div>
  )
}
