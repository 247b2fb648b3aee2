import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { hotelsOrderList } from '../contract.ts'
import { StayStrip } from './StayStrip.tsx'
import { hotelWords as words } from './hotel.words.ts'

/** All stays of the account in a race, the newest first. */
export const StaysPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(hotelsOrderList, { raceid }, { quiet: true, staleTime: 0 })
  return (
    <LoggedInPage title={t(words.my)} backTo={path.hotels()} narrow query={query}>
      {({ items }) => (
        <Page title={t(words.my)} backTo={path.hotels()} narrow>
          {items.map((stay) => (
            <StayStrip key={stay._key} stay={stay} />
          ))}
          {items.length === 0 ? (
            <Empty
              title={t(words.myNone)}
              description={t(words.myNoneHow)}
              action={<ButtonLink href={path.hotels()}>{t(words.browse)}</ButtonLink>}
            />
          ) : null}
        </Page>
      )}
    </LoggedInPage>
  )
}
