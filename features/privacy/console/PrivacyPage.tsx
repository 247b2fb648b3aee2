import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Retained, consolePrivacySave, consolePrivacyShow } from '../contract.ts'
import { type RaceClass, raceClasses } from '#contract/personal.ts'
import { classWords } from '../words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { deskWords as words } from './desk.words.ts'
import { OnePerson } from './OnePerson.tsx'

const ofRace = (one: Retained): one is Retained & { class: RaceClass } => raceClasses.some((name) => name === one.class)

export const PrivacyPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const shown = useAsk(consolePrivacyShow, { raceid })
  const error = shown.error
  return (
    <DeskPage title={t(words.title)} description={t(words.description)}>
      {error ? (
        <ErrorState error={error} onRetry={() => void shown.refetch()} />
      ) : !shown.data ? (
        <SkeletonCards count={1} className="h-80" />
      ) : null}
      {shown.data && !error ? (
        <>
          <Card>
            <Table
              caption={t(words.title)}
              rows={shown.data.items}
              rowKey={(one) => one.class}
              columns={[
                {
                  key: 'class',
                  title: t(words.class),
                  cell: (one) => <span className="font-medium">{t(classWords[one.class])}</span>,
                },
                {
                  key: 'days',
                  title: t(words.days),
                  cell: (one) =>
                    ofRace(one) ? (
                      <Days
                        key={`${raceid} ${one.days}`}
                        raceid={raceid}
                        of={one}
                        onSaved={() => void shown.refetch()}
                      />
                    ) : (
                      <span className="figures">
                        {countText(one.days)} · {t(words.organisation)}
                      </span>
                    ),
                },
                {
                  key: 'due',
                  title: t(words.due),
                  cell: (one) => (
                    <span className="figures whitespace-nowrap">
                      {one.done_at
                        ? t(words.gone, { day: dateText(one.done_at, lang) })
                        : one.due_at
                          ? dateText(one.due_at, lang)
                          : t(words.by_age)}
                    </span>
                  ),
                },
                { key: 'remaining', title: t(words.remaining), figures: true, cell: (one) => countText(one.remaining) },
                { key: 'erased', title: t(words.erased), figures: true, cell: (one) => countText(one.erased) },
              ]}
            />
          </Card>
          {may('sealed.open') && may('registrations.read') ? <OnePerson raceid={raceid} /> : null}
          <p className="text-soft">{t(words.asked, { asked: shown.data.asked, erased: shown.data.erased })}</p>
        </>
      ) : null}
    </DeskPage>
  )
}

const Days = ({
  raceid,
  of,
  onSaved,
}: {
  raceid: number
  of: Retained & { class: RaceClass }
  onSaved: () => void
}) => {
  const t = useWords()
  const save = useCall(consolePrivacySave, { quiet: true })
  const [days, setDays] = useState<number | null>(of.days)
  const [sure, setSure] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const write = async () => {
    setRefused(undefined)
    setSure(false)
    try {
      await save.mutateAsync({ raceid, class: of.class, days: days === of.usual ? null : days })
      toastSuccess(t(words.saved))
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <div className="flex min-w-52 items-start gap-2">
      <NumberInput
        bare
        className="w-24"
        label={t(words.days_of, { class: t(classWords[of.class]) })}
        hint={t(words.usual, { n: countText(of.usual) })}
        value={days}
        error={refused?.fields.days ?? refused?.msg}
        onChange={(given) => setDays(given)}
      />
      {days !== of.days ? (
        <Button
          look="plain"
          busy={save.isPending}
          onClick={() => (days !== null && days < of.days ? setSure(true) : void write())}
        >
          {t(words.save)}
        </Button>
      ) : null}
      <AskDialog
        open={sure}
        title={t(words.sure_title)}
        action={t(words.save)}
        look="danger"
        onClose={() => setSure(false)}
        onDo={() => void write()}
      >
        <p>{t(words.sure)}</p>
      </AskDialog>
    </div>
  )
}
