import type { OutputOf } from '#contract/endpoint.ts'
import type { Lang } from '#contract/words.ts'
import { inBox } from '#features/messages/box.words.ts'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { amountText } from '#contract/written.ts'
import type { consoleAnnouncementsPreview } from '../contract.ts'
import { inEveryLanguage } from '../rules.ts'
import { words } from '../words.ts'
import type { AnnouncementDraft } from './draft.ts'
import { languages } from './languages.ts'

type Counted = OutputOf<typeof consoleAnnouncementsPreview>
type Props = {
  draft: AnnouncementDraft
  lang: Lang
  shown: boolean
  counted: Counted | undefined
  onLang: (lang: Lang) => void
  onNext: () => void
}

/** The message as a real reader gets it, with the number of readers and the price. */
export const MessagePreview = ({ draft, lang, shown, counted, onLang, onNext }: Props) => {
  const t = useWords()
  const asWritten = inBox(
    'announcement',
    { title: inEveryLanguage(draft.title), text: inEveryLanguage(draft.body) },
    lang,
  )
  const sample = counted?.sample
  return (
    <>
      {shown && sample ? (
        <section aria-label={t(words.preview_of, { name: sample.name })} className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">{t(words.preview_of, { name: sample.name })}</h3>
            <Button look="quiet" onClick={onNext}>
              {t(words.preview_next)}
            </Button>
          </div>
          <article lang={sample.lang} className="rounded bg-sunk p-4">
            <p className="break-words font-bold">{sample.title}</p>
            <p className="mt-1.5 whitespace-pre-line break-words text-soft">{sample.text}</p>
          </article>
          {draft.by_text ? (
            <article lang={sample.lang} className="rounded bg-sunk p-4 text-14">
              <p className="font-medium">{t(words.preview_sms)}</p>
              <p className="mt-1 break-words">{sample.sms}</p>
            </article>
          ) : null}
        </section>
      ) : null}
      {shown && !sample ? (
        <>
          <Segmented
            label={t(words.language)}
            value={lang}
            onChange={(value) => onLang(value as Lang)}
            options={languages}
          />
          <article lang={lang} className="rounded bg-sunk p-4">
            <p className="font-bold">{asWritten.title}</p>
            <p className="mt-1.5 whitespace-pre-line break-words text-soft">{asWritten.text}</p>
          </article>
        </>
      ) : null}
      <p role="status" className="figures text-soft">
        {counted ? <Counts {...{ draft, counted }} /> : t(words.counting)}
        {draft.by_text && shown && counted && counted.parts > 0 ? (
          <span className="block font-medium text-ink">
            {t(words.cost, { amount: amountText(counted.cost), n: countText(counted.parts) })}
          </span>
        ) : null}
        {draft.by_text ? <span className="block">{t(words.quiet)}</span> : null}
        {shown ? <span className="block">{t(words.sure)}</span> : null}
      </p>
    </>
  )
}

const Counts = ({ draft, counted }: { draft: AnnouncementDraft; counted: Counted }) => {
  const t = useWords()
  const { registrations, accounts, mobiles, mails } = counted
  return [
    t(words.count, { n: countText(registrations), accounts: countText(accounts) }),
    ...(draft.by_text ? [t(words.count_texts, { n: countText(mobiles) })] : []),
    ...(draft.by_mail ? [t(words.count_mails, { n: countText(mails) })] : []),
  ].join(' · ')
}
