import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { SignaturePad } from '#ui/media/SignaturePad.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { words as kit } from '#ui/language/words.ts'
import type { AskedQuestion, Disclaimer } from '../contract.ts'
import { checkinWords as words } from './checkin.words.ts'
import type { Signing } from './useSigning.ts'

/** Questions, consent and signature. Each part shows a message if something is missing. */
export const SignForm = ({ declaration, signing }: { declaration: Disclaimer; signing: Signing }) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState(false)
  const { form, change, errorAt } = signing
  const consent = declaration.consent
  return (
    <>
      {declaration.questions.length ? (
        <Card title={t(words.questions)}>
          <ol className="grid gap-6">
            {declaration.questions.map((question, at) => (
              <li key={question.name}>
                <QuestionField question={question} at={at} signing={signing} />
              </li>
            ))}
          </ol>
        </Card>
      ) : null}
      <Card>
        <div className="grid gap-5">
          {declaration.under_age ? (
            <TextInput
              label={t(words.guardian)}
              hint={t(words.guardianHint)}
              error={errorAt('guardian_name')}
              value={form.guardian}
              onChange={(event) => change({ guardian: event.target.value })}
              maxLength={80}
              autoComplete="off"
              data-field="guardian_name"
            />
          ) : null}
          {consent ? (
            <div data-field="consent" className="rounded border border-line px-4 pb-2 pt-1">
              <Checkbox
                checked={form.consent === consent.version}
                error={errorAt('consent')}
                onChange={(event) => change({ consent: event.target.checked ? consent.version : '' })}
              >
                {t(words.agree, { title: lang === 'en' ? consent.title : `《${consent.title}》` })}
              </Checkbox>
              <p className="line-clamp-3 pl-8 text-14 text-soft">{consent.body}</p>
              <button
                type="button"
                className="ml-8 flex min-h-11 items-center text-14 text-strong underline-offset-4 hover:underline"
                onClick={() => setOpen(true)}
              >
                {t(words.readWhole)}
                <span className="sr-only">{consent.title}</span>
              </button>
            </div>
          ) : null}
          {declaration.signature ? (
            <div data-field="strokes">
              <SignaturePad
                label={t(declaration.under_age ? words.guardianSign : words.sign)}
                value={form.signature}
                onChange={(signature) => change({ signature })}
                signer={signing.signer || declaration.registration.name}
                error={errorAt('strokes')}
                typedError={errorAt('typed')}
              />
            </div>
          ) : null}
        </div>
      </Card>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={consent?.title ?? ''}
        actions={
          <>
            <Button look="plain" onClick={() => setOpen(false)}>
              {t(kit.close)}
            </Button>
            <Button
              onClick={() => {
                if (consent) change({ consent: consent.version })
                setOpen(false)
              }}
            >
              {t(kit.confirm)}
            </Button>
          </>
        }
      >
        <p className="whitespace-pre-line leading-7">{consent?.body}</p>
      </Dialog>
    </>
  )
}

const QuestionField = ({ question, at, signing }: { question: AskedQuestion; at: number; signing: Signing }) => {
  const t = useWords()
  const { form, change, errorAt } = signing
  const { name } = question
  const answer = form.answers[name] ?? ''
  const give = (value: string) => change({ answers: { ...form.answers, [name]: value } })
  const label = `${at + 1}. ${question.label}`
  if (question.kind === 'text')
    return (
      <TextArea
        label={label}
        optional={!question.required}
        rows={2}
        maxLength={500}
        value={answer}
        error={errorAt(`answers.${name}`)}
        onChange={(event) => give(event.target.value)}
        data-field={`answers.${name}`}
      />
    )
  return (
    <div className="grid gap-3">
      <div data-field={`answers.${name}`}>
        <RadioCards
          label={label}
          columns={2}
          optional={!question.required}
          value={answer}
          error={errorAt(`answers.${name}`)}
          onChange={give}
          options={[
            { value: 'yes', label: t(words.yes) },
            { value: 'no', label: t(words.no) },
          ]}
        />
      </div>
      {question.note_on !== null && answer === question.note_on ? (
        <TextArea
          label={t(words.note)}
          rows={2}
          maxLength={500}
          value={form.notes[name] ?? ''}
          error={errorAt(`notes.${name}`)}
          onChange={(event) => change({ notes: { ...form.notes, [name]: event.target.value } })}
          data-field={`notes.${name}`}
        />
      ) : null}
      {question.doctor_on !== null && answer === question.doctor_on ? (
        <p className="rounded bg-warning-tint px-4 py-3 text-14 text-warning-ink">{t(words.doctorHint)}</p>
      ) : null}
    </div>
  )
}
