import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { langs } from '#contract/words.ts'
import type { Question } from '#features/fields/own/question.contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { langNames, useWords } from '#ui/language/lang.tsx'
import { freeName } from '../arranging.rules.ts'
import { most } from '../forms.rules.ts'
import { formWords as words } from './form.words.ts'
import type { QuestionProps } from './question.ts'

type Option = Question['options'][number]

/** The options of a choice, each in three languages. An option keeps its value when staff change its words. */
export const OptionRows = ({ builder, question }: QuestionProps) => {
  const t = useWords()
  const { name, options } = question
  const error = builder.wrongAt(name, 'options')
  const put = (next: Option[]) => builder.changeQuestion(name, (before) => ({ ...before, options: next }))
  return (
    <FieldSet label={t(words.options)} error={error}>
      <ul className="grid gap-2">
        {options.map((option, at) => {
          const label = t(words.option_n, { n: at + 1 })
          return (
            <li key={option.value} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
              <div className="grid gap-2 md:grid-cols-3">
                {langs.map((lang) => (
                  <TextInput
                    key={lang}
                    bare
                    label={`${label} · ${langNames[lang]}`}
                    placeholder={`${label} · ${langNames[lang]}`}
                    lang={lang}
                    maxLength={most.option}
                    value={
                      option.says?.[lang] ?? (lang === 'zh-cn' && !/^o\d+$/.test(option.value) ? option.value : '')
                    }
                    aria-invalid={error && lang === 'zh-cn' ? true : undefined}
                    onChange={(event) =>
                      put(
                        options.map((one, n) =>
                          n === at ? { ...one, says: { ...one.says, [lang]: event.target.value } } : one,
                        ),
                      )
                    }
                  />
                ))}
              </div>
              <div className="flex justify-end">
                <IconButton
                  label={t(words.up, { name: label })}
                  disabled={at === 0}
                  onClick={() => put(options.toSpliced(at, 1).toSpliced(at - 1, 0, option))}
                >
                  <ArrowUp className="size-5" aria-hidden />
                </IconButton>
                <IconButton
                  label={t(words.drop_option, { n: at + 1 })}
                  onClick={() => put(options.filter((_, n) => n !== at))}
                >
                  <Trash2 className="size-5" aria-hidden />
                </IconButton>
              </div>
            </li>
          )
        })}
      </ul>
      {options.length < most.options ? (
        <Button
          look="quiet"
          className="-ml-5"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() =>
            put([
              ...options,
              {
                value: freeName(
                  'o',
                  options.map(({ value }) => value),
                ),
              },
            ])
          }
        >
          {t(words.add_option)}
        </Button>
      ) : null}
    </FieldSet>
  )
}
