import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { BulkActionShown } from '../../bulk/bulk.contract.ts'

type FieldProps = {
  field: BulkActionShown['fields'][number]
  value: string
  error: string | undefined
  onType: (value: string) => void
}
export const ActionField = ({ field, value, error, onType }: FieldProps) => {
  const hint = field.hint ?? undefined
  if (field.kind === 'choice')
    return (
      <Select
        label={field.label}
        hint={hint}
        value={value}
        error={error}
        onChange={(event) => onType(event.target.value)}
        options={field.options}
      />
    )
  return (
    <>
      <TextInput
        label={field.label}
        hint={hint}
        optional={!field.required}
        value={value}
        error={error}
        maxLength={field.most ?? undefined}
        inputMode={field.kind === 'number' ? 'numeric' : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {field.ready.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {field.ready.map((one) => (
            <ChoiceChip key={one} chosen={value === one} onClick={() => onType(one)}>
              {one}
            </ChoiceChip>
          ))}
        </div>
      ) : null}
    </>
  )
}
