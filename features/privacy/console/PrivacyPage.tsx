import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { NoRace } from '#features/races/console/NoRace.tsx'
import { RaceChoice } from '#seam/console/RaceChoice.tsx'
import { useRaceChoice } from '#seam/console/useRaceChoice.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/Table.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Retained, consolePrivacySave, consolePrivacyShow } from '../contract.ts'
import { type RaceClass, raceClasses } from '#contract/personal.ts'
import { classWords } from '../words.ts'
import { deskWords as words } from './desk.words.ts'

const ofRace = (one: Retained): one is Retained & { class: RaceClass } => raceClasses.some((name) => name === one.class)

/** How long a race keeps what it holds on its runners, what remains of it, and when what goes. */
export const PrivacyPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const { races, raceid } = useRaceChoice()
  const shown = useAsk(consolePrivacyShow, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined })
  const error = races.error ?? shown.error
  if (races.data && raceid === undefined)
    return (
      <Page title={t(words.title)} bar={false}>
        <NoRace />
      </Page>
    )
  return (
    <Page title={t(words.title)} bar={false}>
      <div className="flex flex-wrap items-end justify-between gap-3 pt-4">
        <h1 className="text-28 font-bold">{t(words.title)}</h1>
        <RaceChoice
          races={races.data?.items}
          raceid={raceid}
          onChoose={(raceid) => go(path.privacy({ raceid }), { replace: true })}
        />
      </div>
      <p className="max-w-[72ch] text-soft">{t(words.says)}</p>
      {error ? (
        <ErrorState error={error} onRetry={() => void (races.error ? races : shown).refetch()} />
      ) : !shown.data ? (
        <SkeletonCards count={1} className="h-80" />
      ) : null}
      {shown.data && raceid !== undefined && !error ? (
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
                        {one.days} · {t(words.house)}
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
          <p className="text-soft">{t(words.asked, { asked: shown.data.asked, erased: shown.data.erased })}</p>
        </>
      ) : null}
    </Page>
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
        hint={t(words.usual, { n: of.usual })}
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
        says={t(words.save)}
        look="danger"
        onClose={() => setSure(false)}
        onDo={() => void write()}
      >
        <p>{t(words.sure)}</p>
      </AskDialog>
    </div>
  )
}
