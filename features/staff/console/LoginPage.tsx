import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { words } from '../words.ts'
import { LoginForm } from './LoginForm.tsx'
import { useMe } from './useMe.ts'
import { wayBack } from './wayBack.ts'

/** The page on which staff log in. After the log-in it opens the page that the person had before. */
export const LoginPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const { refresh } = useMe()
  return (
    <Page title={t(words.login_title)} bar={false} narrow>
      <h1 className="pt-8 text-28 font-bold">{t(words.login_title)}</h1>
      <Card>
        <LoginForm
          onDone={() => {
            refresh()
            go(wayBack(params.to), { replace: true })
          }}
        />
      </Card>
    </Page>
  )
}
