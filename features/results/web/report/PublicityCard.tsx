import { Suspense } from 'react'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { pictureAt } from '#ui/media/picture.ts'
import { scoreWords as words } from './score.words.ts'

const PressableQr = onDemand(async () => (await import('#features/codes/web/PressableQr.tsx')).PressableQr)

/**
 * A card in place of the certificate, for a runner to whom a special rule applies. It shows the rule's words and code
 * (docs/behaviour/results.md, Publicity rule).
 */
export const PublicityCard = ({ tips, qr, raceid }: { tips: string; qr: string | null; raceid: number }) => {
  const t = useWords()
  return (
    <Card title={t(words.title)}>
      <div className="flex flex-col items-center gap-4 py-4 text-center">
        <p className="max-w-[32ch] whitespace-pre-line text-20 font-medium">{tips}</p>
        {qr === null ? null : qr.startsWith('/files/') ? (
          <img src={pictureAt(qr, 640)} alt={t(words.rulePicture)} className="size-52 rounded object-contain" />
        ) : (
          <Suspense fallback={<div className="bone size-52 rounded" />}>
            <PressableQr text={qr} label={t(words.rulePicture)} raceid={raceid} />
          </Suspense>
        )}
        {qr === null ? null : <p className="text-14 text-soft">{t(words.scanned)}</p>}
      </div>
    </Card>
  )
}
