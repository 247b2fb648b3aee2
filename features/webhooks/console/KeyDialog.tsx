import { useState } from 'react'
import { type Right, rights } from '#contract/rights.ts'
import { consoleApikeysMake, keyRights } from '#features/apikeys/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleWords as words } from './integrations.words.ts'

const lives = [30, 90, 365] as const
const DAY_MS = 86_400_000
type Props = {
  raceid: number | undefined
  /** Rights that the caller may give. */
  offered: readonly Right[]
  onClose: () => void
  onMade: (key: string) => void
}
export const KeyDialog = ({ raceid, offered, onClose, onMade }: Props) => {
  const t = useWords()
  const make = useCall(consoleApikeysMake)
  const [name, setName] = useState('')
  const [life, setLife] = useState('90')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [empty, setEmpty] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const go = async () => {
    setEmpty(chosen.length === 0)
    if (chosen.length === 0) return
    const expires_at = life === '' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString()
    const given = keyRights.filter((right) => chosen.includes(right))
    try {
      onMade(
        (await make.mutateAsync({ name, rights: given, expires_at, ...(raceid === undefined ? {} : { raceid }) })).key,
      )
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      wide
      title={t(words.keyNew)}
      action={t(words.keyNew)}
      busy={make.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.name)}
          value={name}
          error={refused?.fields.name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={t(words.life)}
          value={life}
          options={[
            ...lives.map((n) => ({ value: String(n), label: t(words.days, { n }) })),
            { value: '', label: t(words.endless) },
          ]}
          onChange={(event) => setLife(event.target.value)}
        />
      </div>
      <fieldset className="grid gap-x-4 md:grid-cols-2">
        <legend className="mb-1.5 text-14 font-medium">{t(words.keyRights)}</legend>
        {offered.map((right) => (
          <Checkbox
            key={right}
            checked={chosen.includes(right)}
            onChange={(event) =>
              setChosen(event.target.checked ? [...chosen, right] : chosen.filter((one) => one !== right))
            }
          >
            {t(rights[right])}
          </Checkbox>
        ))}
      </fieldset>
      {empty && chosen.length === 0 ? (
        <p role="alert" className="text-danger-ink">
          {t(words.rightsNeeded)}
        </p>
      ) : null}
    </AskDialog>
  )
}
