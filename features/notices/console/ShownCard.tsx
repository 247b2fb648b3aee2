import { useState } from 'react'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type ArticleDraft, choiceOf } from './article.rules.ts'
import { articleWords as words } from './article.words.ts'

type Props = {
  form: ArticleDraft
  change: (patch: Partial<ArticleDraft>) => void
  zone: string
  /** True if staff chose a later time, even if they have not typed this time yet. */
  later: boolean
  onLater: (later: boolean) => void
  errorAt: (field: string) => string | undefined
}

/** The moments between which runners see an article, on the clock of the race. */
export const ShownCard = ({ form, change, zone, later, onLater, errorAt }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [now] = useState(() => Date.now())
  const saved = choiceOf(form, now)
  const choice = saved === 'now' && later && form.publish_at === null ? 'later' : saved
  const since = saved === 'now' ? form.publish_at : null
  const choose = (chosen: string) => {
    onLater(chosen === 'later')
    if (chosen === 'draft') change({ published: false })
    else change({ published: true, publish_at: chosen === 'now' ? since : saved === 'later' ? form.publish_at : null })
  }
  return (
    <Card title={t(words.shown)}>
      <div className="grid gap-4">
        <RadioCards
          label={t(words.state)}
          value={choice}
          onChange={choose}
          options={[
            { value: 'draft', label: t(words.draft), description: t(words.draft_hint) },
            {
              value: 'now',
              label: t(words.now),
              description: since
                ? t(words.since, { time: dateText(since, lang, 'deadline', zone) })
                : t(words.now_hint),
            },
            { value: 'later', label: t(words.later), description: t(words.later_hint) },
          ]}
        />
        <div className="grid gap-4 md:grid-cols-2">
          {choice === 'later' ? (
            <DateTimeInput
              label={t(words.publish_at)}
              hint={t(words.zone, { zone })}
              error={errorAt('when.from')}
              value={form.publish_at}
              zone={zone}
              onChange={(publish_at) => {
                // An emptied field keeps the choice. Otherwise the article would be published at once.
                onLater(true)
                change({ publish_at })
              }}
            />
          ) : null}
          {choice === 'draft' ? null : (
            <DateTimeInput
              label={t(words.until)}
              optional
              hint={choice === 'later' ? t(words.until_hint) : `${t(words.until_hint)} · ${t(words.zone, { zone })}`}
              error={errorAt('when.until')}
              value={form.shown_until}
              zone={zone}
              onChange={(shown_until) => change({ shown_until })}
            />
          )}
        </div>
      </div>
    </Card>
  )
}
