import { fill } from '#contract/words.ts'
import { useAsk } from '#ui/network/call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { isLoggedAction, loggedActions } from '../actions.words.ts'
import { consoleLogPeople } from '../contract.ts'
import { logWords } from '../log/words.ts'
import { type Target, targets } from '../targets.words.ts'

/** The filter of the page. A part without a value does not narrow the log. */
export type Narrowed = {
  staffid?: number
  what?: string
  object?: Target
  which?: string
  from?: string
  until?: string
  system: boolean
}
export const noFilter: Narrowed = { system: false }

const without = <Name extends keyof Narrowed>(filter: Narrowed, name: Name): Omit<Narrowed, Name> => {
  const { [name]: _, ...rest } = filter
  return rest
}
/** Returns the name of a kind of things, without the placeholder for its number. */
const kindText = (object: Target, lang: 'zh-cn' | 'zh-tw' | 'en') => fill(targets[object][lang], { which: '' }).trim()

type Props = {
  raceid: number | undefined
  enabled: boolean
  value: Narrowed
  onChange: (filter: Narrowed) => void
}
export const LogFilters = ({ raceid, enabled, value, onChange }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const facets = useAsk(consoleLogPeople, raceid === undefined ? {} : { raceid }, { enabled, keep: true })
  const set = <Name extends keyof Narrowed>(name: Name, to: Narrowed[Name] | undefined) => {
    const rest = without(value, name) as Narrowed
    onChange(to === undefined ? rest : { ...rest, [name]: to })
  }
  const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, lang)
  const actionText = (what: string) => (isLoggedAction(what) ? t(loggedActions[what]) : what)
  const kinds = (Object.keys(targets) as Target[])
    .map((object) => ({ value: object as string, label: kindText(object, lang) }))
    .filter(({ label }) => label !== '')
    .sort(byLabel)
  return (
    <Card title={t(logWords.filters)}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label={t(logWords.person)}
          value={value.staffid === undefined ? '' : String(value.staffid)}
          onChange={(event) => set('staffid', event.target.value === '' ? undefined : Number(event.target.value))}
          options={[
            { value: '', label: t(logWords.everybody) },
            ...(facets.data?.people ?? []).map(({ staffid, name }) => ({ value: String(staffid), label: name })),
          ]}
        />
        <Select
          label={t(logWords.action)}
          value={value.what ?? ''}
          onChange={(event) => set('what', event.target.value || undefined)}
          options={[
            { value: '', label: t(logWords.any_action) },
            ...(facets.data?.actions ?? []).map((what) => ({ value: what, label: actionText(what) })).sort(byLabel),
          ]}
        />
        <Select
          label={t(logWords.object)}
          value={value.object ?? ''}
          onChange={(event) => {
            const object = (event.target.value || undefined) as Target | undefined
            const rest = without(without(value, 'object') as Narrowed, 'which') as Narrowed
            onChange(object === undefined ? rest : { ...rest, object })
          }}
          options={[{ value: '', label: t(logWords.any_object) }, ...kinds]}
        />
        <TextInput
          label={t(logWords.number)}
          value={value.which ?? ''}
          maxLength={100}
          disabled={value.object === undefined}
          hint={value.object === undefined ? t(logWords.number_later) : undefined}
          onChange={(event) => set('which', event.target.value || undefined)}
        />
        <DateTimeInput
          label={t(logWords.from)}
          value={value.from ?? null}
          onChange={(iso) => set('from', iso ?? undefined)}
        />
        <DateTimeInput
          label={t(logWords.until)}
          value={value.until ?? null}
          onChange={(iso) => set('until', iso ?? undefined)}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <Checkbox checked={value.system} onChange={(event) => set('system', event.target.checked)}>
          {t(logWords.system)}
        </Checkbox>
        <Button look="quiet" onClick={() => onChange(noFilter)}>
          {t(logWords.clear)}
        </Button>
      </div>
    </Card>
  )
}
