import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { PackFound } from '../../contract.ts'
import { words } from '../../medical/medical.words.ts'
import { FindField } from '../FindField.tsx'
import { FoundList } from '../FoundList.tsx'
import { MedicalCard } from './MedicalCard.tsx'
import { RunnerHead } from '../RunnerHead.tsx'
import { useMedical } from './useMedical.ts'

export const MedicalPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const { found, chosen, opened, busy, refused, close, choose, find, open } = useMedical(raceid)
  return (
    <DeskPage title={t(words.title)} description={t(words.about)}>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="grid grid-cols-1 gap-4">
          <FindField busy={busy} done={undefined} onFind={(q) => void find(q)} onClear={close} />
          {found && found.items.length !== 1 ? (
            <FoundList found={{ ...found, proxy: null }} open={chosen?.id} onOpen={choose} />
          ) : null}
        </div>
        <div className="grid grid-cols-1 gap-4" aria-live="polite">
          <Refusal refused={refused} />
          {opened ? (
            <MedicalCard medical={opened} zone={zone} onClose={close} />
          ) : chosen ? (
            <ReasonCard key={chosen.id} runner={chosen} busy={busy} onOpen={(reason) => void open(chosen.id, reason)} />
          ) : found ? null : (
            <Card>
              <Empty title={t(words.start)} description={t(words.start_text)} />
            </Card>
          )}
        </div>
      </div>
    </DeskPage>
  )
}

type ReasonProps = { runner: PackFound; busy: boolean; onOpen: (reason: string) => void }
/** Asks for the reason. One tap is enough, because a runner may need help at once. */
const ReasonCard = ({ runner, busy, onOpen }: ReasonProps) => {
  const t = useWords()
  const [reason, setReason] = useState('')
  const usual = [t(words.reason_treat), t(words.reason_ask), t(words.reason_contact)]
  return (
    <Card>
      <RunnerHead name={runner.name} event={runner.event} bib={runner.bib ?? ''} />
      <form
        className="mt-4 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() !== '' && !busy) onOpen(reason.trim())
        }}
      >
        <fieldset>
          <legend className="mb-1 text-14 text-soft">{t(words.why)}</legend>
          <div className="flex flex-wrap gap-2">
            {usual.map((one) => (
              <ChoiceChip key={one} chosen={reason === one} onClick={() => setReason(one)}>
                {one}
              </ChoiceChip>
            ))}
          </div>
        </fieldset>
        <TextInput
          label={t(words.why_hint)}
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" wide busy={busy} disabled={reason.trim() === ''} className="min-h-14!">
          {t(words.open)}
        </Button>
      </form>
    </Card>
  )
}
