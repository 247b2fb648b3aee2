import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { PartProps } from './parts.ts'
import { eventWords } from './event.words.ts'
import { TimeInput } from './TimeInput.tsx'

export const QualifyingPart = ({ draft: { form }, change, errorAt }: PartProps) => {
  const t = useWords()
  const { qualifying, ...rest } = form
  const set = (next: typeof qualifying) => change({ form: next ? { ...rest, qualifying: next } : rest })
  const standards = qualifying?.standards ?? []
  const setAt = (at: number, patch: Partial<(typeof standards)[number]>) =>
    qualifying && set({ ...qualifying, standards: standards.map((one, n) => (n === at ? { ...one, ...patch } : one)) })
  return (
    <Card title={t(eventWords.qualifying)}>
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-3">
          <Select
            bare
            label={t(eventWords.qualifying)}
            value={qualifying?.ask ?? ''}
            options={[
              { value: '', label: t(eventWords.not_asked) },
              { value: 'optional', label: t(eventWords.optional) },
              { value: 'required', label: t(eventWords.required) },
            ]}
            onChange={(event) =>
              set(
                event.target.value === ''
                  ? undefined
                  : { standards: [], direct: false, ...qualifying, ask: event.target.value as 'optional' },
              )
            }
          />
        </div>
        {qualifying ? (
          <>
            <TextInput
              className="md:w-1/3"
              type="date"
              label={t(eventWords.since)}
              optional
              value={qualifying.since ?? ''}
              onChange={(event) =>
                set({
                  ask: qualifying.ask,
                  standards,
                  direct: qualifying.direct,
                  ...(event.target.value ? { since: event.target.value } : {}),
                })
              }
            />
            <Checkbox
              checked={qualifying.direct}
              onChange={(event) => set({ ...qualifying, direct: event.target.checked })}
            >
              {t(eventWords.direct)}
            </Checkbox>
            <ul className="grid gap-3">
              {standards.map((one, at) => (
                <li key={at} className="grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1fr_1fr_auto]">
                  <Select
                    label={t(eventWords.gender)}
                    value={one.gender}
                    options={[
                      { value: 'male', label: t(eventWords.male) },
                      { value: 'female', label: t(eventWords.female) },
                    ]}
                    onChange={(event) => setAt(at, { gender: event.target.value === 'female' ? 'female' : 'male' })}
                  />
                  <NumberInput
                    label={t(eventWords.age_from)}
                    value={one.age_from}
                    error={errorAt(`form.qualifying.${at}`)}
                    onChange={(age_from) => setAt(at, { age_from })}
                  />
                  <NumberInput
                    label={t(eventWords.age_to)}
                    value={one.age_to}
                    onChange={(age_to) => setAt(at, { age_to })}
                  />
                  <TimeInput
                    label={t(eventWords.faster_than)}
                    value={one.seconds || undefined}
                    onChange={(seconds) => setAt(at, { seconds: seconds ?? 0 })}
                  />
                  <IconButton
                    label={t(eventWords.drop, { name: t(eventWords.standard_n, { n: at + 1 }) })}
                    onClick={() => set({ ...qualifying, standards: standards.filter((_, n) => n !== at) })}
                  >
                    <Trash2 className="size-5" aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
            <Button
              look="quiet"
              className="-ml-5 w-fit"
              icon={<Plus className="size-5" aria-hidden />}
              onClick={() =>
                set({
                  ...qualifying,
                  standards: [...standards, { gender: 'male', age_from: 18, age_to: 34, seconds: 10_800 }],
                })
              }
            >
              {t(eventWords.add_option)}
            </Button>
          </>
        ) : null}
      </div>
    </Card>
  )
}
