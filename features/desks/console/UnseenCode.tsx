import { CloudOff } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { pickupWords as words } from './pickup.words.ts'

/** A scanned code of this race that a device without network does not know. */
export const UnseenCode = ({ onTake }: { onTake: () => void }) => {
  const t = useWords()
  return (
    <Card title={t(words.unseen)}>
      <div role="status" className="grid gap-4">
        <p>{t(words.unseen_text)}</p>
        <Button look="plain" onClick={onTake}>
          {t(words.unseen_take)}
        </Button>
      </div>
    </Card>
  )
}

/**
 * An authorisation that the device could not check. The card stays until staff hand out a pack with this authorisation,
 * or drop the authorisation.
 */
export const UncheckedProxy = ({ onDrop }: { onDrop: () => void }) => {
  const t = useWords()
  return (
    <div role="status" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
      <p className="flex items-start gap-2 font-medium">
        <CloudOff className="size-5 shrink-0" aria-hidden />
        {t(words.unchecked_here)}
      </p>
      <Button look="quiet" className="-mb-2 -ml-4" onClick={onDrop}>
        {t(words.unchecked_drop)}
      </Button>
    </div>
  )
}
