import { useEffect, useMemo, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { type RaceEvent, raceEvents } from '#features/events/contract.ts'
import { EventForm } from '#features/events/form.contract.ts'
import { formIn } from '#features/events/rules.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { BesideForm, PhoneFrame } from '#ui/media/PhoneFrame.tsx'
import { call } from '#ui/network/call.ts'
import type { PreviewMessage } from '#ui/network/preview.ts'
import { type BuiltForm, type FormEdited, consoleFormsPreview } from '../contract.ts'
import { formWords as words } from './form.words.ts'

type Props = { raceid: number; edited: FormEdited; form: BuiltForm }

const messageOf = ({ raceid, edited, form }: Props, lang: Lang, event: RaceEvent): PreviewMessage => {
  const { ask, sections, questions, when } = form
  const whole = { ...EventForm.parse({}), ask, sections, questions, when, ...edited.offered }
  const { fields, sections: steps } = formIn(whole, lang)
  const asked = event.form.qualifying
  const qualifying = asked && { ...asked, when: when.qualifying ?? null }
  return {
    startline: 'preview',
    raceid,
    lang,
    answers: [
      { path: raceEvents.path, data: [{ ...event, form: { ...event.form, fields, sections: steps, qualifying } }] },
    ],
  }
}

const Phone = (props: Props) => {
  const t = useWords()
  const { lang: own } = useLang()
  const [lang, setLang] = useState<Lang>(own)
  const [answered, setAnswered] = useState<{ lang: Lang; event: RaceEvent }>()
  const event = answered?.lang === lang ? answered.event : undefined
  const { raceid, edited, form } = props
  const { eventid } = edited
  useEffect(() => {
    const stop = new AbortController()
    void call(consoleFormsPreview, { raceid, eventid }, { lang, quiet: true, signal: stop.signal }).then(
      (event) => setAnswered({ lang, event }),
      () => undefined,
    )
    return () => stop.abort()
  }, [raceid, eventid, lang])
  const message = useMemo(
    () => event && messageOf({ raceid, edited, form }, lang, event),
    [raceid, edited, form, lang, event],
  )
  return (
    <PhoneFrame
      labels={{ language: t(words.preview_language), frame: t(words.preview_frame) }}
      lang={lang}
      onLang={setLang}
      src={`/baoming?raceid=${raceid}&lang=${lang}&preview=1`}
      message={message}
    />
  )
}

/** A phone with the form under construction. The conditions of the form react to answers on the phone. */
export const FormPhone = (props: Props) => {
  const t = useWords()
  return (
    <BesideForm title={t(words.preview)} open={t(words.preview_open)}>
      <Phone {...props} />
    </BesideForm>
  )
}
