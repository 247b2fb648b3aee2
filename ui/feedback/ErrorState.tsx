import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../form/Button.tsx'
import { refusedFrom } from '../network/call.ts'
import { hrefTo, link } from '../router/address.ts'
import { useLang, useWords } from '../language/lang.tsx'
import { PageState, closedRoad } from './PageState.tsx'
import { words } from '../language/words.ts'

/**
 * Codes after which a second try cannot succeed: the thing does not exist, the person has no permission, or the thing
 * has changed.
 */
const final = new Set(['404', '403', '409'])

/**
 * Shows the server's sentence about a fault and offers a second try. If a second try would fail too, the sentence is
 * the title, and a link leads to another page: the page that the caller gives, or the home page.
 */
export const ErrorState = ({
  error,
  title,
  onRetry,
  action,
  page,
}: {
  error: unknown
  /** True if the page shows nothing else. The title is then the page's heading. */
  page?: boolean
  title?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { msg: said, request_id, code, refusal } = refusedFrom(error, lang)
  // The values of a page's call come from the address, so a wrong field means a wrong link.
  const wrongLink = refusal === 'field_wrong'
  const msg = wrongLink ? t(words.bad_link) : said
  const over = final.has(code) || wrongLink
  const onwards =
    action ??
    (over ? (
      <ButtonLink
        look="plain"
        href={/^\/console\/\d*/.exec(location.pathname)?.[0] ?? hrefTo(link().raceid === undefined ? '/' : '/home')}
      >
        {t(words.home)}
      </ButtonLink>
    ) : undefined)
  return (
    <PageState
      role="alert"
      picture={closedRoad}
      heading={page ? 'h1' : 'p'}
      title={title ?? (over ? msg : t(words.failed_title))}
      description={over && title === undefined ? null : msg}
      actions={
        <>
          {onRetry && !(over && onwards) ? (
            <Button look="plain" icon={<RotateCw className="size-5" aria-hidden />} onClick={onRetry}>
              {t(words.retry)}
            </Button>
          ) : null}
          {onwards}
        </>
      }
    >
      {request_id ? <p className="text-12 text-soft">{request_id}</p> : null}
    </PageState>
  )
}
