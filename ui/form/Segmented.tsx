import { type ReactNode, useId } from 'react'

/**
 * A choice of two to four options, side by side. The options are native radios, so that arrow keys work by themselves.
 * The control also serves as tabs of one page.
 */
export const Segmented = ({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: ReactNode }[]
}) => {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 gap-1 overflow-x-auto rounded bg-sunk p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={
            'relative flex min-h-11 flex-1 cursor-pointer items-center justify-center ' +
            'whitespace-nowrap rounded-[9px] px-4 text-14 transition has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-ink ' +
            (option.value === value ? 'chosen font-medium text-ink shadow-card' : 'text-soft hover:text-ink')
          }
        >
          <input
            type="radio"
            className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
