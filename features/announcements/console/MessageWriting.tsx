import type { Lang } from '#contract/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Refused } from '#ui/network/call.ts'
import { type Variable, variables } from '../variables.rules.ts'
import { refusals, words } from '../words.ts'
import type { AnnouncementDraft } from './draft.ts'
import { languages } from './languages.ts'
import { Templates } from './Templates.tsx'

type Props = {
  raceid: number
  draft: AnnouncementDraft
  lang: Lang
  zone: string | undefined
  refused: Refused | undefined
  /** True if the chosen time is over. */
  isPast: boolean
  onLang: (lang: Lang) => void
  onChange: (patch: Partial<AnnouncementDraft>) => void
}

/** The text in three languages, its variables, its channels and its time. */
export const MessageWriting = ({ raceid, draft, lang, zone, refused, isPast, onLang, onChange }: Props) => {
  const t = useWords()
  const insert = (name: Variable) => {
    const place = name === 'name' ? `{name|${words.fallback_word[lang]}}` : `{${name}}`
    onChange({ body: { ...draft.body, [lang]: `${draft.body[lang]}${place}` } })
  }
  return (
    <>
      <Templates {...{ raceid, draft, onChange }} />
      <Segmented
        label={t(words.language)}
        value={lang}
        onChange={(value) => onLang(value as Lang)}
        options={languages}
      />
      <TextInput
        label={t(words.heading)}
        name="title"
        lang={lang}
        value={draft.title[lang]}
        maxLength={60}
        error={refused?.fields.title}
        hint={lang === 'zh-cn' ? undefined : t(words.fallback)}
        onChange={(event) => onChange({ title: { ...draft.title, [lang]: event.target.value } })}
      />
      <TextArea
        label={t(words.body)}
        name="body"
        lang={lang}
        value={draft.body[lang]}
        maxLength={2000}
        rows={7}
        error={refused?.fields.body}
        onChange={(event) => onChange({ body: { ...draft.body, [lang]: event.target.value } })}
      />
      <div role="group" aria-label={t(words.variables)}>
        <div className="flex flex-wrap gap-2">
          {(Object.keys(variables) as Variable[]).map((name) => (
            <Button key={name} look="plain" className="px-3 text-14" onClick={() => insert(name)}>
              {t(variables[name])}
            </Button>
          ))}
        </div>
        <p className="pt-2 text-14 text-soft">
          {t(words.variables_how, { sample: `{name|${t(words.fallback_word)}}` })}
        </p>
      </div>
      <div>
        <Checkbox checked={draft.by_text} onChange={(event) => onChange({ by_text: event.target.checked })}>
          {t(words.by_text)}
        </Checkbox>
        <Checkbox checked={draft.by_mail} onChange={(event) => onChange({ by_mail: event.target.checked })}>
          {t(words.by_mail)}
        </Checkbox>
      </div>
      <Segmented
        label={t(words.send_when)}
        value={draft.later ? 'later' : 'now'}
        onChange={(value) => onChange({ later: value === 'later' })}
        options={[
          { value: 'now', label: t(words.send_now) },
          { value: 'later', label: t(words.send_later) },
        ]}
      />
      {draft.later ? (
        <DateTimeInput
          label={t(words.send_at)}
          value={draft.send_at}
          error={isPast ? t(refusals.announcement_in_the_past.message) : undefined}
          {...(zone === undefined ? {} : { zone })}
          onChange={(send_at) => onChange({ send_at })}
        />
      ) : null}
    </>
  )
}
