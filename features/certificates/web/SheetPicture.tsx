import { ImageDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { refusedFrom } from '#ui/network/call.ts'
import { handOver, inWebview } from '#ui/network/handOver.ts'
import { words } from '../words.ts'
import type { CertificateSheet } from './sheet.ts'

type Props = {
  sheet: CertificateSheet
  /** The words for people who do not see the picture. */
  alt: string
  /** The name of the saved file, without an ending. */
  file: string
  /** The text of the button that shares or saves the picture. */
  action: string
}
type Drawn = { of: CertificateSheet; turn: number } & ({ blob: Blob; address: string } | { error: unknown })
export const SheetPicture = ({ sheet, alt, file, action }: Props) => {
  const t = useWords()
  const [drawn, setDrawn] = useState<Drawn>()
  const [turn, setTurn] = useState(0)
  // A sheet that changed needs a new picture.
  const now = drawn?.of === sheet && drawn.turn === turn ? drawn : undefined
  const made = now && 'blob' in now ? now : undefined
  useEffect(() => {
    let gone = false
    let address: string | undefined
    const run = async () => {
      const { drawCertificate: draw, jpegOf } = await import('./draw.ts')
      const blob = await jpegOf((await draw(sheet)).whole())
      if (gone) return
      address = URL.createObjectURL(blob)
      setDrawn({ of: sheet, turn, blob, address })
    }
    run().catch((thrown: unknown) => {
      if (!gone) setDrawn({ of: sheet, turn, error: thrown })
    })
    return () => {
      gone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [sheet, turn])
  if (now && 'error' in now) return <ErrorState error={refusedFrom(now.error)} onRetry={() => setTurn((n) => n + 1)} />
  return (
    <div className="grid justify-items-center gap-4">
      {made ? (
        <img
          src={made.address}
          alt={alt}
          className="w-full max-w-[28rem] rounded-[6px] shadow-card"
          style={{ aspectRatio: `${sheet.width} / ${sheet.height}` }}
        />
      ) : (
        <div
          role="status"
          className="bone flex w-full max-w-[28rem] items-center justify-center rounded text-soft"
          style={{ aspectRatio: `${sheet.width} / ${sheet.height}` }}
        >
          {t(words.drawing)}
        </div>
      )}
      {inWebview() ? (
        <p className="text-14 text-soft">{t(words.long_press)}</p>
      ) : (
        <Button
          icon={<ImageDown className="size-5" aria-hidden />}
          disabled={!made}
          onClick={() => made && void handOver(made.blob, `${file}.jpg`)}
        >
          {action}
        </Button>
      )}
    </div>
  )
}
