import { useState } from 'react'
import type { Text } from '#contract/words.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type DisruptionChoice, type OwnDisruption, type ShownDisruption, disruptionChoose } from '../contract.ts'
import { planTermWords } from '../words.ts'
import { disruptionWords as words } from './disruption.words.ts'

/** Returns the name of a choice for one registration. For a free entry the name has no refund in it. */
export const choiceName = ({ waits, paid }: Pick<OwnDisruption, 'waits' | 'paid'>, choice: DisruptionChoice): Text => {
  if (choice === 'keep' && waits) return planTermWords.stay_in_line
  return choice === 'refund' && paid === 0 ? planTermWords.leave_free : planTermWords.choices[choice]
}

/** Writes the consequence of a choice. */
const useConsequence = (plan: ShownDisruption, own: OwnDisruption) => {
  const t = useWords()
  const { lang } = useLang()
  return ({ choice, refund }: OwnDisruption['options'][number]): string => {
    if (choice === 'defer') return t(words.defer_text, { race: plan.defer_to ?? '' })
    if (choice === 'keep')
      return t(own.waits ? words.keep_line : plan.kind === 'shorten' ? words.keep_shorten : words.keep_postpone)
    if (refund === null) return t(words.leave_text)
    return refund === 0 ? t(words.refund_nothing) : t(words.refund_text, { amount: money(refund, lang) })
  }
}

type Props = { plan: ShownDisruption; own: OwnDisruption; zone: string; onChosen: () => void }

export const ChoiceCard = ({ plan, own, zone, onChosen }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [picked, setPicked] = useState<DisruptionChoice>()
  const choose = useCall(disruptionChoose)
  const consequence = useConsequence(plan, own)
  const nameOf = (choice: DisruptionChoice) => t(choiceName(own, choice))
  const value = picked ?? own.choice ?? undefined
  const send = () => {
    const option = own.options.find(({ choice }) => choice === value)
    if (!option) return
    const amount = option.choice === 'refund' && option.refund !== null ? { amount: option.refund } : {}
    choose.mutate(
      { id: own._key, choice: option.choice, ...amount },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved, { choice: nameOf(option.choice) }))
          setPicked(undefined)
          onChosen()
        },
        // The amount may have changed, so the card shows the present amount.
        onError: onChosen,
      },
    )
  }
  const state = own.applied
    ? own.applied === 'left'
      ? t(words.applied_left)
      : t(words.applied, { choice: nameOf(own.applied) })
    : own.choice
      ? t(words.chosen, { choice: nameOf(own.choice) })
      : t(words.not_chosen)
  return (
    <Card
      title={`${own.name} · ${own.event}`}
      aside={<Chip tone={own.choice ? 'success' : own.applied ? 'plain' : 'warning'}>{state}</Chip>}
    >
      {own.options.length > 0 && plan.open ? (
        <div className="grid gap-4">
          <RadioCards
            label={t(words.choose)}
            value={value}
            onChange={(to) => setPicked(to as DisruptionChoice)}
            options={own.options.map((option) => ({
              value: option.choice,
              label: nameOf(option.choice),
              description: (
                <>
                  {consequence(option)}
                  {option.choice === own.fallback ? (
                    <span className="block font-medium">{t(words.fallback)}</span>
                  ) : null}
                </>
              ),
            }))}
          />
          <Refusal refused={choose.error ?? undefined} />
          <Button
            wide
            busy={choose.isPending}
            disabledReason={value === undefined || value === own.choice ? state : undefined}
            onClick={send}
          >
            {t(words.save)}
          </Button>
          <p className="figures text-14 text-soft">
            {value === 'refund' ? `${t(words.sure_refund)} ` : ''}
            {t(words.choose_by, { when: dateText(plan.until, lang, 'deadline', zone) })}{' '}
            {own.choice ? t(words.may_change) : ''}
          </p>
        </div>
      ) : (
        <p className="text-soft">{t(words.applied_text)}</p>
      )}
    </Card>
  )
}
