import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { AskableField } from '#features/fields/lists.rules.ts'
import { questionLabel } from '#features/fields/own/answers.rules.ts'
import type { Section } from '#features/fields/own/question.contract.ts'
import { isBuiltInSection } from '#features/fields/own/sections.rules.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { notAsked, withBuiltIn, withAskedField, withoutSection } from '../arranging.rules.ts'
import { most } from '../forms.rules.ts'
import { FieldLine } from './FieldLine.tsx'
import { formWords as words } from './form.words.ts'
import { Grip, LandingLine } from './Grip.tsx'
import type { Arranging } from './useArranging.ts'
import type { Builder } from './useBuilder.ts'

type Props = { builder: Builder; arranging: Arranging; section: Section; at: number; of: number }

export const SectionCard = ({ builder, arranging, section, at, of }: Props) => {
  const t = useWords()
  const { put, wrong } = builder
  const { name, says, fields } = section
  const { dragging, titleOf } = arranging
  const builtIn = isBuiltInSection(name) ? name : undefined
  const title = titleOf(name)
  const always = builtIn === 'who' ? words.always_who : builtIn === 'contact' ? words.always_contact : undefined
  const line = dragging.lineAt(
    builder.form.sections.map((one) => one.name),
    name,
  )
  const n = builder.form.sections.findIndex((one) => one.name === name)
  return (
    <section
      aria-label={title}
      data-section={name}
      className={
        'relative rounded bg-surface p-4 shadow-card md:p-6 ' +
        `${dragging.isHeld('section', name) ? 'opacity-40' : ''} ` +
        `${dragging.section === name && fields.length === 0 ? 'outline-2 outline-accent' : ''}`
      }
    >
      {line ? <LandingLine far below={line === 'below'} /> : null}
      <header className="flex items-center gap-3">
        {builtIn === 'who' ? null : (
          <Grip arranging={arranging} held={{ kind: 'section', name }} hint={t(words.drag, { name: title })} />
        )}
        <h2 className="min-w-0 flex-1 break-words text-20 font-bold">{title}</h2>
        {builtIn === 'who' ? null : (
          <div className="-mr-2 flex">
            <IconButton
              label={t(words.up, { name: title })}
              data-by={-1}
              disabled={at < 2}
              onClick={() => arranging.stepSection(name, -1)}
            >
              <ArrowUp className="size-5" aria-hidden />
            </IconButton>
            <IconButton
              label={t(words.down, { name: title })}
              data-by={1}
              disabled={at === of - 1}
              onClick={() => arranging.stepSection(name, 1)}
            >
              <ArrowDown className="size-5" aria-hidden />
            </IconButton>
            {builtIn ? null : (
              <IconButton
                label={t(words.drop_section, { name: title })}
                onClick={() => put((now) => withoutSection(now, name))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            )}
          </div>
        )}
      </header>
      {builtIn ? null : (
        <div className="mt-3">
          <WordsInput
            label={t(words.section_name)}
            max={most.option}
            error={wrong?.at === `form.sections.${n}` ? wrong.said : undefined}
            value={says}
            onChange={(next) =>
              put((now) => ({
                ...now,
                sections: now.sections.map((one) => (one.name === name ? { ...one, says: next } : one)),
              }))
            }
          />
        </div>
      )}
      {always ? <p className="mt-1 text-14 text-soft">{t(always)}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {fields.map((field, place) => (
          <FieldLine
            key={field}
            builder={builder}
            arranging={arranging}
            name={field}
            landing={dragging.lineAt(fields, field, name)}
            first={at === 0 && place === 0}
            last={at === of - 1 && place === fields.length - 1}
          />
        ))}
      </ul>
      {fields.length === 0 && !always ? <p className="py-3 text-14 text-soft">{t(words.empty_section)}</p> : null}
      <Adding builder={builder} section={name} />
    </section>
  )
}

/** The ways to add a field to a section. */
const Adding = ({ builder, section }: { builder: Builder; section: string }) => {
  const t = useWords()
  const { form, put, known } = builder
  const left = notAsked(form)
  const reusable = [...known.values()].filter(({ question }) =>
    form.questions.every(({ name }) => name !== question.name),
  )
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button
        look="plain"
        icon={<Plus className="size-5" aria-hidden />}
        disabled={form.questions.length >= most.questions}
        onClick={() => builder.add(section)}
      >
        {t(words.add)}
      </Button>
      {left.length > 0 ? (
        <div className="min-w-44">
          <Select
            bare
            label={t(words.add_built_in)}
            value=""
            placeholder={t(words.add_built_in)}
            options={left.map((name) => ({ value: name, label: builder.nameOf(name) }))}
            onChange={(event) => put((now) => withBuiltIn(now, section, event.target.value as AskableField))}
          />
        </div>
      ) : null}
      {reusable.length > 0 ? (
        <div className="min-w-44 max-w-full">
          <Select
            bare
            label={t(words.add_known)}
            value=""
            placeholder={t(words.add_known)}
            options={reusable.map(({ question, retired }) => ({
              value: question.name,
              label: retired
                ? t(words.retired_mark, { label: t(questionLabel(question)) })
                : t(questionLabel(question)),
            }))}
            onChange={(event) => {
              const chosen = known.get(event.target.value)
              if (!chosen) return
              const { when: _, ...question } = chosen.question
              put((now) => withAskedField(now, section, question))
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
