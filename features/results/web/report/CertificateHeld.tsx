import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { scoreWords as words } from './score.words.ts'

/** A note in place of the certificate, while the race waits for official results. */
export const CertificateHeld = () => {
  const t = useWords()
  return (
    <Card title={t(words.title)}>
      <p className="text-soft">{t(words.certificateHeld)}</p>
    </Card>
  )
}
