import { ArrowDown, ArrowUp, Lock, Pencil, Split, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { AskableField } from '#features/fields/lists.rules.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { formWords as words } from './form.words.ts'
import { Grip, LandingLine } from './Grip.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import type { Arranging } from './useArranging.ts'
import type { Builder } from './useBuilder.ts'

type Props = {
  builder: Builder
  arranging: Arranging
  name: string
  first: boolean
  last: boolean
  /** The side on which the line of the landing place is drawn. */
  landing: 'above' | 'below' | undefined
}

export const FieldLine = ({ builder, arranging, name, first, last, landing }: Props) => {
  const t = useWords()
  const { form, open, setOpen, known } = builder
  const question = form.questions.find((one) => one.name === name)
  const called = builder.nameOf(name)
  const [leaving, setLeaving] = useState(false)
  const answered = known.get(name)?.answered ?? 0
  const isOpen = open === name
  return (
    <li
      className={`relative grid gap-3 py-3 ${arranging.dragging.isHeld('field', name) ? 'opacity-40' : ''}`}
      data-field={name}
    >
      {landing ? <LandingLine below={landing === 'below'} /> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Grip arranging={arranging} held={{ kind: 'field', name }} hint={t(words.drag, { name: called })} />
        <div className="min-w-0 flex-[1_1_9rem]">
          <p className="line-clamp-2 break-words font-medium">{called}</p>
          <Marks builder={builder} name={name} />
        </div>
        {question ? null : <HowAsked builder={builder} name={name as AskableField} label={called} />}
        <div className="-mr-2 ml-auto flex">
          <IconButton
            label={t(words.up, { name: called })}
            data-by={-1}
            disabled={first}
            onClick={() => arranging.stepField(name, -1)}
          >
            <ArrowUp className="size-5" aria-hidden />
          </IconButton>
          <IconButton
            label={t(words.down, { name: called })}
            data-by={1}
            disabled={last}
            onClick={() => arranging.stepField(name, 1)}
          >
            <ArrowDown className="size-5" aria-hidden />
          </IconButton>
          <IconButton
            label={t(isOpen ? words.close : words.edit, { name: called })}
            aria-expanded={isOpen}
            onClick={() => setOpen(isOpen ? undefined : name)}
          >
            {isOpen ? <X className="size-5" aria-hidden /> : <Pencil className="size-5" aria-hidden />}
          </IconButton>
          <IconButton
            label={t(words.drop, { name: called })}
            onClick={() => (answered > 0 ? setLeaving(true) : builder.remove(name))}
          >
            <Trash2 className="size-5" aria-hidden />
          </IconButton>
        </div>
      </div>
      {isOpen && question ? <QuestionEditor builder={builder} question={question} /> : null}
      {isOpen && !question ? (
        <div className="rounded border border-line bg-ground p-4">
          <ConditionFields builder={builder} name={name} when={form.when[name]} />
        </div>
      ) : null}
      <AskDialog
        open={leaving}
        title={t(words.retire_title, { name: called })}
        action={t(words.retire)}
        onClose={() => setLeaving(false)}
        onDo={() => {
          setLeaving(false)
          builder.remove(name)
        }}
      >
        <p>{t(words.retire_text, { n: answered })}</p>
      </AskDialog>
    </li>
  )
}

const Marks = ({ builder, name }: Pick<Props, 'builder' | 'name'>) => {
  const t = useWords()
  const question = builder.form.questions.find((one) => one.name === name)
  const when = question ? question.when : builder.form.when[name]
  const chip = when ? <Chip icon={<Split className="size-3.5" aria-hidden />}>{t(words.when_chip)}</Chip> : null
  if (!question)
    return (
      <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-14 text-soft">
        <span>{t(words.built_in)}</span>
        {chip}
      </p>
    )
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-14 text-soft">
      <span>
        {t(words[`kind_${question.kind}`])} · {t(question.required ? words.required : words.optional)}
      </span>
      {question.personal || question.kind === 'file' ? (
        <Chip tone="info" icon={<Lock className="size-3.5" aria-hidden />}>
          {t(words.personal)}
        </Chip>
      ) : null}
      {chip}
    </p>
  )
}

const HowAsked = ({ builder, name, label }: { builder: Builder; name: AskableField; label: string }) => {
  const t = useWords()
  return (
    <Select
      bare
      label={label}
      value={builder.form.ask[name] ?? 'optional'}
      options={[
        { value: 'optional', label: t(words.optional) },
        { value: 'required', label: t(words.required) },
      ]}
      onChange={(event) =>
        builder.put((now) => ({ ...now, ask: { ...now.ask, [name]: event.target.value as 'optional' } }))
      }
    />
  )
}
