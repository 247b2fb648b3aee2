import { useState } from 'react'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { useCall } from '#ui/network/call.ts'
import { inSession, link, onDevice } from '#ui/router/address.ts'
import { openNative } from '#seam/web/miniProgram.ts'
import { payByBridge } from './bridge.ts'

export type Pay = OutputOf<typeof registrationPay>
export type Method = Pay['methods'][number]
export type NextPayment = Pay['next']
export const onPhone = () => /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(navigator.userAgent)

const KEPT = 'pay-with'
/**
 * Returns the way to pay that was last chosen on this device, if it is offered. Otherwise it returns the first offered
 * way, or undefined if no way is offered.
 */
export const rememberedMethod = (methods: readonly Method[]): Method | undefined =>
  methods.find((one) => one === onDevice.get(KEPT)) ?? methods[0]
export const rememberMethod = (method: Method): void => onDevice.set(KEPT, method)

const postForm = ({ action, fields }: { action: string; fields: Record<string, string> }): void => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true })
  form.append(
    ...Object.entries(fields).map(([name, value]) =>
      Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
    ),
  )
  document.body.append(form)
  form.submit()
}

/** A call that pays like /registration/pay, for a thing that another room sells. */
export type PayCall = Endpoint<string, (typeof registrationPay)['input'], (typeof registrationPay)['output'], string>

/**
 * Returns the parameters of the mini-program's own page of payment. `ask` is the call that tells the state of an order,
 * and `back` is the page to which the person returns. An entry needs neither. `of` is the key for the call `ask`, if it
 * differs from the key of the order.
 */
export const nativeParams = (id: string, ask: string, back: string, of = id): Record<string, string> =>
  ask === registrationPay.path ? { id } : { id, ask, back, ...(of === id ? {} : { of }) }

/**
 * Starts a payment and follows the way that the server chose for this device. `key` names the paid thing if several
 * things can be paid for one registration. `order` is the key of the order if `id` is the key of a registration.
 */
export const usePaying = (id: string, endpoint: PayCall = registrationPay, key = id, order = id) => {
  const start = useCall(endpoint, { quiet: true })
  const [nexts, setNexts] = useState<Partial<Record<Method, NextPayment>>>({})
  const [waiting, setWaiting] = useState(() => inSession.get(`paying:${key}`) === '1')
  const begin = async (payment: Method) => {
    // The web view of the mini-program cannot pay. The mini-program's own page pays, and this page keeps asking for the
    // state of the order.
    const native = nativeParams(order, endpoint.path, location.pathname + location.search, id)
    if (payment === 'wechat' && openNative('pay', native)) {
      inSession.set(`paying:${key}`, '1')
      return setWaiting(true)
    }
    const { openid } = link()
    // A payment inside the messaging app needs the payer's openid. The page asks the app once. If the app does not
    // answer, the page shows a code.
    if (/MicroMessenger/i.test(navigator.userAgent) && !openid && inSession.get(`payer:${key}`) !== '1') {
      inSession.set(`payer:${key}`, '1')
      location.assign(`/pay/wechat/payer?to=${encodeURIComponent(location.pathname + location.search)}`)
      return
    }
    const answer = await start.mutateAsync({ id, payment, openid })
    setNexts((known) => ({ ...known, [payment]: answer.next }))
    if (!answer.next || answer.next.code_url) return
    inSession.set(`paying:${key}`, '1')
    setWaiting(true)
    if (answer.next.form) return postForm(answer.next.form)
    const said = answer.next.jsapi ? await payByBridge(answer.next.jsapi) : undefined
    if (said === 'cancelled' || said === 'failed') setWaiting(false)
    else if (said === undefined && answer.next.url) location.assign(answer.next.url)
  }
  return {
    nexts,
    waiting,
    begin: (payment: Method) => void begin(payment).catch(() => undefined),
    busy: start.isPending,
    error: start.error,
  }
}
