import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import type { PackProps } from './usePickup.ts'
import { pickupWords as words } from './pickup.words.ts'
import { SizeChoice } from './SizeChoice.tsx'

export const FinishButtons = ({ pack, work }: PackProps) => {
  const t = useWords()
  const [tag, setTag] = useState('')
  const { id } = pack
  const counts = pack.sizes.length > 0
  const [size, setSize] = useState(pack.taken ?? pack.size)
  const counted = pack.sizes.find((one) => one.size === size)
  const isGone = counted !== undefined && counted.left <= 0
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      {counts && !pack.shirt ? (
        <SizeChoice label={t(words.shirt_size)} pack={pack} size={size} onChange={setSize} />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {pack.shirt ? (
          <Chip tone="success">{t(words.shirt_done)}</Chip>
        ) : (
          <Button
            look="plain"
            disabled={!isGone && (work.busy || (counts && size === null))}
            disabledReason={isGone ? t(words.size_out, { size: counted.size }) : undefined}
            onClick={() => void work.write({ kind: 'shirt', id, ...(counts && size !== null ? { size } : {}) })}
          >
            {t(words.shirt)}
          </Button>
        )}
        {pack.medal ? (
          <Chip tone="success">{t(words.medal_done)}</Chip>
        ) : (
          <Button look="plain" disabled={work.busy} onClick={() => void work.write({ kind: 'medal', id })}>
            {t(words.medal)}
          </Button>
        )}
      </div>
      {pack.tag ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="figures text-20 font-bold">{t(words.tag_here, { tag: pack.tag })}</p>
          <Button disabled={work.busy} onClick={() => void work.write({ kind: 'bagback', id })}>
            {t(words.bagback)}
          </Button>
        </div>
      ) : (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (tag.trim() !== '') void work.write({ kind: 'bag', id, tag: tag.trim() })
          }}
        >
          <TextInput
            label={t(words.tag)}
            value={tag}
            maxLength={40}
            className="flex-1"
            onChange={({ target }) => setTag(target.value)}
          />
          <Button type="submit" look="plain" disabled={work.busy || tag.trim() === ''}>
            {t(words.bag)}
          </Button>
        </form>
      )}
    </div>
  )
}
