import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { appLiveCreate, appLivePublish, type appLiveQuery } from '../../share/share.contract.ts'
import { refusals } from '../../share/share.words.ts'
import { words } from './share.words.ts'
import type { ShareRecorder } from './useRecorder.ts'

type Props = { state: OutputOf<typeof appLiveQuery>; raceid: number; recorder: ShareRecorder; onOpened: () => void }
const why = (word: string | null) =>
  word === 'share_not_yet' || word === 'share_over' ? refusals[word].message : undefined

export const ConsentCard = ({ state, raceid, recorder, onOpened }: Props) => {
  const t = useWords()
  const { entries, consent } = state
  const [chosen, setChosen] = useState(entries[0]?._key)
  const [visibility, setVisibility] = useState<'link' | 'race'>('link')
  const [cheers, setCheers] = useState(true)
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const create = useCall(appLiveCreate)
  const publish = useCall(appLivePublish)
  const entry = entries.find(({ _key }) => _key === chosen) ?? entries[0]
  const closed = why(entry?.why ?? null)
  const start = async () => {
    setAsked(true)
    if (!agreed || !entry) return
    try {
      const made = await create.mutateAsync({ raceid, id: entry._key, visibility, cheers, consent: consent.version })
      const { id } = made.run
      // A run that was open already comes without its token, so the page asks for a new token.
      const token = made.token ?? (await publish.mutateAsync({ raceid, id, change: 'token' })).token!
      await recorder.adopt(id, { token, link: made.link })
      await recorder.start()
      onOpened()
    } catch {
      // The refusal appears below the form.
    }
  }
  const refused = create.error ?? publish.error
  return (
    <Card>
      <div className="grid gap-5">
        <p className="text-soft">{t(words.intro)}</p>
        {entries.length > 1 ? (
          <RadioCards
            label={t(words.entry)}
            value={entry?._key}
            onChange={setChosen}
            options={entries.map(({ _key, event, bib }) => ({ value: _key, label: event, description: bib }))}
          />
        ) : null}
        <RadioCards
          label={t(words.who_sees)}
          value={visibility}
          onChange={(value) => setVisibility(value as typeof visibility)}
          options={[
            { value: 'link', label: t(words.by_link), description: t(words.by_link_how) },
            { value: 'race', label: t(words.with_race), description: t(words.with_race_how) },
          ]}
        />
        <Checkbox checked={cheers} onChange={(event) => setCheers(event.target.checked)}>
          {t(words.take_cheers)}
        </Checkbox>
        <section className="rounded bg-sunk p-4">
          <h2 className="font-bold">{consent.title}</h2>
          <p className="mt-2 text-14 leading-6">{consent.body}</p>
        </section>
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          error={asked && !agreed ? t(words.agree_first) : undefined}
        >
          {t(words.agree, { title: consent.title })}
        </Checkbox>
        {refused ? <Refusal refused={refused} /> : null}
        <Button
          wide
          className="min-h-14 text-20"
          busy={create.isPending || publish.isPending}
          disabledReason={closed ? t(closed) : undefined}
          onClick={() => void start()}
        >
          {t(words.start)}
        </Button>
      </div>
    </Card>
  )
}
