import { useEffect } from 'react'
import { useLang } from '#ui/language/lang.tsx'
import { call } from '#ui/network/call.ts'
import { usePlace } from '#ui/router/Router.tsx'
import { wechatTicket } from '../contract.ts'
import { cardBridge, cardOf, giveCard } from './wechatCard.ts'

/** The time for a page to set its title before the card is built. */
const settleMs = 800
/**
 * Returns the address to sign. On iOS the webview checks the signature against the address with which the webview
 * opened.
 */
const signedAddress = (): string => {
  const opened = performance.getEntriesByType('navigation')[0]?.name
  return (/iPhone|iPad/.test(navigator.userAgent) && opened ? opened : location.href).split('#')[0]!
}

/** Gives the messaging app a new card whenever the page changes. The component draws nothing. */
export const WechatCard = () => {
  const { pathname, search } = usePlace()
  const { lang } = useLang()
  useEffect(() => {
    let over = false
    const wait = setTimeout(() => {
      void (async () => {
        const bridge = await cardBridge()
        if (!bridge || over) return
        const signed = await call(wechatTicket, { url: signedAddress() }, { quiet: true }).catch(() => undefined)
        if (!signed || over) return
        const described = document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? ''
        await giveCard(bridge, signed, cardOf(location.href, document.title, described, lang))
      })()
    }, settleMs)
    return () => {
      over = true
      clearTimeout(wait)
    }
  }, [pathname, search, lang])
  return null
}
