import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { path } from '#seam/web/paths.ts'
import type { KeptRunner } from './keptRunner.ts'
import { statusWords as words } from './status.words.ts'

/**
 * The card for a runner of a game who has no registration. It shows the facts that `keepRunner` stored after the
 * look-up.
 */
export const KeptRunnerCard = ({ runner }: { runner: KeptRunner }) => {
  const t = useWords()
  const { gameid } = usePageParams()
  const said = (value: string | number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  return (
    <Page title={t(words.title)} backTo={path.query({ type: 'game', gameid })} narrow>
      <section className="flex flex-col items-center gap-3 px-2 pb-4 pt-2 text-center">
        <StatusIcon kind="info" size={112} />
        <h2 className="text-28 font-bold text-balance">{said(runner.name) || t(words.keptCard)}</h2>
        <p className="max-w-[44ch] text-balance text-soft">{t(words.keptHow)}</p>
      </section>
      <Card title={t(words.keptCard)}>
        <Facts
          rows={[
            [t(words.group), said(runner.event)],
            [t(words.bib), said(runner.bib)],
            [t(words.name), said(runner.name)],
            [t(words.gunTime), said(runner.time)],
            [t(words.netTime), said(runner.nettime)],
          ]}
        />
      </Card>
      <ButtonLink look="plain" href={path.query({ type: 'game', gameid })}>
        {t(words.lookUpAgain)}
      </ButtonLink>
    </Page>
  )
}
