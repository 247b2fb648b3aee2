import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type RaisedFlag, consoleSafetyFlag } from '../contract.ts'
import { type FlagColour, type FlagKind, flagColours, measures, suggestedColour } from '../rules.ts'
import { FlagSign } from '../web/FlagSign.tsx'
import { flagWords } from '../words.ts'
import { safetyDeskWords as words } from './safetyDesk.words.ts'

type Props = { raceid: number; of: FlagKind; raised: RaisedFlag | undefined; onChanged: () => void }

/** The flag for heat or air: the measured value suggests a colour, and staff decide. */
export const FlagDesk = ({ raceid, of, raised, onChanged }: Props) => {
  const t = useWords()
  const [colour, setColour] = useState<FlagColour>(raised?.colour ?? 'green')
  const [measured, setMeasured] = useState<number | null>(raised?.measured ?? null)
  const [note, setNote] = useState<{ 'zh-cn'?: string; 'zh-tw'?: string; en?: string }>({})
  const save = useCall(consoleSafetyFlag)
  const suggested = measured === null || Number.isNaN(measured) ? undefined : suggestedColour(of, measured)
  const write = (to: FlagColour | null) =>
    save.mutate(
      {
        raceid,
        of,
        ...(to === null ? {} : { colour: to, ...(measured === null ? {} : { measured }) }),
        note: { 'zh-cn': note['zh-cn'] ?? '', 'zh-tw': note['zh-tw'] ?? '', en: note.en ?? '' },
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.raised))
          onChanged()
        },
      },
    )
  return (
    <Card title={t(flagWords.of[of])}>
      <div className="grid gap-4">
        {raised ? (
          <FlagSign of={of} colour={raised.colour} measured={raised.measured} />
        ) : (
          <p className="text-soft">{t(words.down)}</p>
        )}
        <NumberInput
          empty
          decimals={1}
          min={measures[of].least}
          max={measures[of].most}
          label={t(words.measured[of])}
          hint={suggested ? t(words.suggested, { flag: t(flagWords.colours[suggested]) }) : undefined}
          error={save.error?.fields.measured}
          value={measured}
          onChange={(n) => {
            setMeasured(n)
            if (n !== null && !Number.isNaN(n)) setColour(suggestedColour(of, n))
          }}
        />
        <RadioCards
          label={t(words.colour)}
          columns={2}
          centred
          value={colour}
          onChange={(to) => setColour(to as FlagColour)}
          options={flagColours.map((value) => ({ value, label: t(flagWords.colours[value]) }))}
        />
        <p className="text-14 text-soft">{t(flagWords.advice[of][colour])}</p>
        <WordsInput stacked label={t(words.note)} max={200} value={note} onChange={setNote} />
        <Refusal refused={save.error ?? undefined} />
        <div className="flex flex-wrap gap-2">
          <Button busy={save.isPending} onClick={() => write(colour)}>
            {t(words.raise)}
          </Button>
          {raised ? (
            <Button look="plain" onClick={() => write(null)}>
              {t(words.lower)}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
