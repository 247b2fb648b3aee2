import { path } from '#seam/console/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { settingsWords as words } from './settings.words.ts'

/** The link to the rules of refund. */
export const RefundsCard = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  return (
    <Card title={t(words.refund_rules)}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-soft">{t(words.refund_rules_text)}</p>
        <ButtonLink look="plain" href={path.refunds({ raceid, view: 'rules' })}>
          {t(words.refund_rules_open)}
        </ButtonLink>
      </div>
    </Card>
  )
}
