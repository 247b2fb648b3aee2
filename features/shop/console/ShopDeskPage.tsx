import { Settings as SettingsIcon, Upload } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { consoleShopShow } from '../orders/orders.contract.ts'
import { StockMovements } from '#features/sales/console/StockMovements.tsx'
import { CouponBatches } from './CouponBatches.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { deskWords as words } from './desk.words.ts'
import { GoodsStock } from './GoodsStock.tsx'
import { PackingList } from './PackingList.tsx'
import { ReturnsList } from './ReturnsList.tsx'

const tabs = ['goods', 'orders', 'returns', 'coupons', 'movements'] as const

export const ShopDeskPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const race = useRace()
  const { may } = useMe(raceid)
  const params = usePageParams()
  const tab = tabs.find((one) => one === params.tab) ?? 'goods'
  const [setting, setSetting] = useState(false)
  const show = useAsk(consoleShopShow, { raceid })
  const counts = show.data?.counts
  const badge = {
    goods: 0,
    orders: (counts?.pack ?? 0) + (counts?.send ?? 0),
    returns: counts?.returns ?? 0,
    coupons: 0,
    movements: 0,
  }
  const seen = tabs.filter((one) => one !== 'orders' || may('sealed.open'))
  const renew = () => void show.refetch()
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <>
          {tab === 'orders' && may('sealed.open') ? (
            <>
              <ExportButton
                raceid={raceid}
                table="shop_orders"
                label={t(words.packingList)}
                filter={{ state: 'paid' }}
              />
              <ButtonLink
                look="plain"
                href={path.imports({ raceid, kind: 'shop_numbers' })}
                icon={<Upload className="size-5" aria-hidden />}
              >
                {t(words.importNumbers)}
              </ButtonLink>
            </>
          ) : null}
          {tab === 'coupons' ? <ExportButton raceid={raceid} table="coupons" /> : null}
          {may('race.edit') && show.data ? (
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
        label={t(words.tabs)}
        value={tab}
        onChange={(value) => go(path.shop({ raceid, tab: value }), { replace: true })}
        options={seen.map((one) => ({
          value: one,
          label: `${t(words[one])}${badge[one] > 0 ? ` ${badge[one]}` : ''}`,
        }))}
      />
      {tab === 'goods' ? <GoodsStock raceid={raceid} edits={may('race.edit')} /> : null}
      {tab === 'orders' && may('sealed.open') ? <PackingList raceid={raceid} onChange={renew} /> : null}
      {tab === 'returns' ? <ReturnsList raceid={raceid} decides={may('money.refund')} onChange={renew} /> : null}
      {tab === 'coupons' ? <CouponBatches raceid={raceid} edits={may('race.edit')} /> : null}
      {tab === 'movements' ? <StockMovements raceid={raceid} room="shop" zone={race?.zone} /> : null}
      {setting && show.data ? (
        <DeliveryDialog
          raceid={raceid}
          settings={show.data.settings}
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
