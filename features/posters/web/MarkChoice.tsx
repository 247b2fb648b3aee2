import type { Watermask } from '#features/races/contract.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { cropWords as words } from './crop.words.ts'

type Props = {
  watermasks: readonly Watermask[]
  /** True if the picture must have one of the watermarks. */ needed: boolean
  chosen: Watermask | undefined
  onChoose: (one: Watermask | undefined) => void
}

export const MarkChoice = ({ watermasks, needed, chosen, onChoose }: Props) => {
  const t = useWords()
  if (watermasks.length < (needed ? 2 : 1)) return null
  const at = chosen ? watermasks.indexOf(chosen) : needed ? 0 : -1
  return (
    <Select
      label={t(words.watermark)}
      value={at < 0 ? '' : String(at)}
      onChange={(event) => onChoose(event.target.value === '' ? undefined : watermasks[Number(event.target.value)])}
      options={[
        ...(needed ? [] : [{ value: '', label: t(words.no_watermark) }]),
        ...watermasks.map(({ name }, n) => ({ value: String(n), label: name })),
      ]}
    />
  )
}
