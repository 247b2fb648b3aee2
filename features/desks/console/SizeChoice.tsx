import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Pack } from '../contract.ts'
import { bySize } from '#features/fields/sizes.rules.ts'
import { pickupWords as words } from './pickup.words.ts'

type Props = { label: string; pack: Pack; size: string | null; onChange: (size: string) => void }
/**
 * The sizes that the race counts, with the remaining shirts of each, and the size of the registration. A size without a
 * remaining shirt cannot be chosen.
 */
export const SizeChoice = ({ label, pack, size, onChange }: Props) => {
  const t = useWords()
  const own =
    pack.size !== null && !pack.sizes.some((one) => one.size === pack.size) ? [{ size: pack.size, left: null }] : []
  return (
    <fieldset>
      <legend className="mb-1 text-14 text-soft">{label}</legend>
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {[...own, ...pack.sizes]
          .toSorted((a, b) => bySize(a.size, b.size))
          .map((one) => (
            <ChoiceChip
              key={one.size}
              chosen={one.size === size}
              disabledReason={one.left !== null && one.left <= 0 && one.size !== size ? t(words.handed_out) : undefined}
              onClick={() => onChange(one.size)}
            >
              {one.left === null ? one.size : t(words.left, { size: one.size, n: one.left })}
            </ChoiceChip>
          ))}
      </div>
    </fieldset>
  )
}
