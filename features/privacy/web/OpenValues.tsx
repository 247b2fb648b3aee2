import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { mydataOpen } from '../contract.ts'
import { myDataWords as words } from './myData.words.ts'

type Values = { class: string; label: string; value: string }[]

/** Values that are masked until the person asks for them. Only this view keeps opened values. */
export const OpenValues = ({
  kind,
  id,
  masked,
}: {
  kind: 'account' | 'person' | 'registration'
  id?: string
  masked: readonly (readonly [string, string])[]
}) => {
  const t = useWords()
  const open = useCall(mydataOpen)
  const [values, setValues] = useState<Values>()
  const show = () =>
    values
      ? setValues(undefined)
      : open.mutate({ kind, ...(id === undefined ? {} : { id }) }, { onSuccess: (found) => setValues(found.values) })
  return (
    <div>
      {values ? (
        <Facts
          rows={values.map(
            ({ label, value }) =>
              [
                label,
                <span key={label} className="break-all">
                  {value}
                </span>,
              ] as const,
          )}
        />
      ) : (
        masked.map(([label, value]) => (
          <p key={label} className="figures text-14 text-soft">
            {label ? `${label} ` : ''}
            {value}
          </p>
        ))
      )}
      <Button
        look="quiet"
        className="-ml-3 px-3"
        busy={open.isPending}
        aria-expanded={values !== undefined}
        icon={values ? <EyeOff className="size-5" aria-hidden /> : <Eye className="size-5" aria-hidden />}
        onClick={show}
      >
        {t(values ? words.hide : words.show)}
      </Button>
    </div>
  )
}
