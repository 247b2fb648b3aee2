import { nameIn } from '#contract/words.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type OwnHotel, consoleHotelsClerks, consoleHotelsClerksSave } from '../console.contract.ts'
import { consoleWords as words } from './hotels.words.ts'

/** The clerks of hotels. Staff tick the hotels whose bookings a clerk sees. */
export const ClerksCard = ({ raceid, hotels }: { raceid: number; hotels: readonly OwnHotel[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const query = useAsk(consoleHotelsClerks, { raceid })
  const save = useCall(consoleHotelsClerksSave)
  const set = (staffid: number, chosen: number[]) =>
    save.mutate(
      { raceid, staffid, hotels: chosen },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          void query.refetch()
        },
      },
    )
  return (
    <Card title={t(words.clerks)}>
      <p className="mb-2 text-soft">{t(query.data?.items.length === 0 ? words.clerksNone : words.clerksHow)}</p>
      <ul className="divide-y divide-line">
        {query.data?.items.map((clerk) => (
          <li key={clerk.staffid} className="py-2">
            <fieldset disabled={save.isPending}>
              <legend className="font-medium">{clerk.name}</legend>
              <div className="flex flex-wrap gap-x-6">
                {hotels.map(({ id, name, names }) => (
                  <Checkbox
                    key={id}
                    checked={clerk.hotels.includes(id)}
                    onChange={(event) =>
                      set(
                        clerk.staffid,
                        event.target.checked ? [...clerk.hotels, id] : clerk.hotels.filter((one) => one !== id),
                      )
                    }
                  >
                    {nameIn(lang, name, names)}
                  </Checkbox>
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
    </Card>
  )
}
