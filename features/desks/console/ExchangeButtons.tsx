import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { PackProps } from './usePickup.ts'
import { pickupWords as words } from './pickup.words.ts'
import { SizeChoice } from './SizeChoice.tsx'

/** Shows the buttons of a pack that was handed out: to exchange the shirt, and to take back the desk's own entry. */
export const ExchangeButtons = ({ pack, work }: PackProps) => {
  const t = useWords()
  const [size, setSize] = useState(pack.taken)
  const [exchanges, setExchanges] = useState(false)
  const last = pack.entries.find(({ mine, kind }) => mine && (kind === 'pack' || kind === 'size'))
  const swap = () => {
    if (size !== null) void work.write({ kind: 'size', id: pack.id, size }).then((done) => done && setExchanges(false))
  }
  return (
    <div className="mt-4 grid gap-3">
      <div className="flex flex-wrap gap-2">
        {last ? (
          <Button
            look="plain"
            disabled={work.busy}
            onClick={() => void work.write({ kind: 'undo', id: pack.id, undoes: last.entry })}
          >
            {t(words.undo)}
          </Button>
        ) : null}
        {pack.sizes.length > 0 && !exchanges ? (
          <Button look="plain" onClick={() => setExchanges(true)}>
            {t(words.exchange)}
          </Button>
        ) : null}
      </div>
      {exchanges ? (
        <>
          <SizeChoice label={t(words.exchange)} pack={pack} size={size} onChange={setSize} />
          <Button
            className="justify-self-start"
            busy={work.busy}
            disabled={size === null || size === pack.taken}
            onClick={swap}
          >
            {t(words.exchange)}
          </Button>
        </>
      ) : null}
    </div>
  )
}
