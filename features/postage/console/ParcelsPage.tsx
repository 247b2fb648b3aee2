import { useQueryClient } from '@tanstack/react-query'
import { Download, Settings as SettingsIcon } from 'lucide-react'
import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { SendParcelDialog } from '#features/orders/console/SendParcelDialog.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, durationText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { PagedList } from '#ui/layout/PagedList.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { type ParcelLine, consoleParcelsExport, consoleParcelsList, consoleParcelsSend } from '../contract.ts'
import { type ParcelState, parcelStates } from '../rules.ts'
import { words } from '../words.ts'
import { parcelsFile } from './parcelsFile.ts'
import { SettingsDialog } from './SettingsDialog.tsx'

const readParcels = (raceid: number, state: ParcelState | undefined, after: string | null) =>
  call(consoleParcelsList, { raceid, limit: 50, ...(state ? { state } : {}), ...(after === null ? {} : { after }) })
const tones = { open: 'warning', paid: 'info', sent: 'success', closed: 'plain', refunded: 'plain' } as const

/** The shirts that a race sends home: the orders, the parcels to pack, the parcels on their way. */
export const ParcelsPage = () => {
  const t = useWords()
  const go = useGo()
  const queries = useQueryClient()
  const params = usePageParams()
  const raceid = useRaceId()
  const state = parcelStates.find((one) => one === params.state)
  const { may } = useMe(raceid)
  const [sending, setSending] = useState<ParcelLine>()
  const [setting, setSetting] = useState(false)
  const { busy, failed, save } = useParcelsFile(raceid)
  const query = usePages([consoleParcelsList.path, raceid, state ?? null], (after) => readParcels(raceid, state, after))
  const send = useCall(consoleParcelsSend, { quiet: true })
  const renew = () => void queries.invalidateQueries({ queryKey: [consoleParcelsList.path] })
  const show = (change: { state?: string | undefined }) =>
    go(path.parcels({ raceid, state, ...change }), { replace: true })
  const first = query.data?.pages[0]
  return (
    <DeskPage
      title={t(words.console)}
      beside={
        first ? (
          <Chip tone={first.settings.open ? 'success' : 'plain'}>{t(first.settings.open ? words.on : words.off)}</Chip>
        ) : null
      }
      actions={
        <>
          {first?.counts?.paid ? (
            <Button
              look="plain"
              busy={busy}
              icon={<Download className="size-5" aria-hidden />}
              onClick={() => void save()}
            >
              {t(words.export)}
            </Button>
          ) : null}
          {may('race.edit') && first ? (
            <Button
              look="plain"
              icon={<SettingsIcon className="size-5" aria-hidden />}
              onClick={() => setSetting(true)}
            >
              {t(words.settings)}
            </Button>
          ) : null}
        </>
      }
    >
      <Segmented
        label={t(words.state)}
        value={state ?? ''}
        onChange={(value) => show({ state: value || undefined })}
        options={[
          { value: '', label: t(words.all) },
          {
            value: 'paid',
            label: `${t(words.toSend)}${first?.counts?.paid ? ` ${countText(first.counts.paid)}` : ''}`,
          },
          { value: 'sent', label: t(words.sent) },
          { value: 'open', label: t(words.open) },
        ]}
      />
      {failed ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
          {failed}
        </p>
      ) : null}
      <PagedList list={query} empty={{ title: t(words.none), description: t(words.noneHow) }}>
        {(parcel) => <One key={parcel.id} parcel={parcel} onSend={() => setSending(parcel)} />}
      </PagedList>
      {sending ? (
        <SendParcelDialog
          title={t(words.sendTitle, { name: sending.runner })}
          parcel={sending}
          send={(parcel) => send.mutateAsync({ raceid, id: sending.id, ...parcel })}
          onClose={() => setSending(undefined)}
          onDone={() => {
            setSending(undefined)
            renew()
          }}
        />
      ) : null}
      {setting && first ? (
        <SettingsDialog
          raceid={raceid}
          settings={first.settings}
          onClose={() => setSetting(false)}
          onDone={() => {
            setSetting(false)
            renew()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const One = ({ parcel, onSend }: { parcel: ParcelLine; onSend: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { state, runner, bib, event, size, seconds, former, contact, carrier, number, sent_at } = parcel
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[1fr_6rem_auto] md:items-center md:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{runner}</span>
          <span className="figures text-14 text-soft">
            {[bib, event, durationText(seconds), former === null ? null : `← ${durationText(former)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Chip tone={tones[state]}>{t(state === 'paid' ? words.toSend : words[state])}</Chip>
        </p>
        <p className="figures break-words text-14 text-soft">{contact}</p>
        {number ? (
          <p className="figures text-14 text-soft">
            {carrier} {number} · {dateText(sent_at, lang, 'minute')}
          </p>
        ) : null}
      </div>
      <p className="display text-20">{size}</p>
      <div>
        {state === 'paid' || state === 'sent' ? (
          <Button look={state === 'paid' ? 'strong' : 'quiet'} onClick={onSend}>
            {t(state === 'paid' ? words.send : words.correct)}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** Loads the parcels to send, page by page, and saves them as a file. */
const useParcelsFile = (raceid: number) => {
  const t = useWords()
  const [failed, setFailed] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setFailed('')
    try {
      const found: Awaited<ReturnType<typeof call<typeof consoleParcelsExport>>>['items'] = []
      for (let after: string | undefined; ;) {
        const page = await call(consoleParcelsExport, { raceid, ...(after ? { after } : {}) })
        found.push(...page.items)
        if (!page.after) break
        after = page.after
      }
      const heads = [
        '#',
        ...[
          words.name,
          words.mobile,
          words.address,
          words.size,
          words.runner,
          words.bib,
          words.event,
          words.carrier,
          words.number,
        ].map((one) => t(one)),
      ]
      const address = URL.createObjectURL(parcelsFile(heads, found))
      Object.assign(document.createElement('a'), { href: address, download: `parcels-${raceid}.csv` }).click()
      URL.revokeObjectURL(address)
    } catch (thrown) {
      setFailed(refusedFrom(thrown).msg)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failed, save }
}
