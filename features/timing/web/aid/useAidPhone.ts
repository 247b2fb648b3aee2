import { useEffect, useRef, useState } from 'react'
import { refusedFrom } from '#ui/network/call.ts'
import { type NewEntry, type Phone, type PhoneView, openPhone, phoneViewOf } from './phone.ts'
import { openPhoneStore } from './phoneStore.ts'

const MEET_MS = 15_000
type Standing = 'opening' | 'no_link' | 'wrong_link' | 'revoked' | 'working' | 'no_store'

/** Takes the key out of the address, so that nobody can read it from the screen or the history. */
const keyInAddress = (): string | undefined => {
  const key = new URLSearchParams(location.hash.slice(1)).get('k') ?? undefined
  if (key !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return key
}

/** Runs the phone of an aid station: writes to the store at once, and sends to the server when it can. */
export const useAidPhone = () => {
  const [standing, setStanding] = useState<Standing>('opening')
  const [online, setOnline] = useState(false)
  const [view, setView] = useState<PhoneView>()
  const phone = useRef<Phone>(undefined)
  const show = () => setView(phone.current && phoneViewOf(phone.current))
  const meet = async () => {
    if (!phone.current) return
    try {
      const now = await phone.current.meet()
      setOnline(true)
      setStanding(now)
    } catch (thrown) {
      const { refusal } = refusedFrom(thrown)
      setOnline(false)
      if (refusal === 'phone_unknown') setStanding('wrong_link')
    }
    show()
  }
  const meetNow = useRef(meet)
  useEffect(() => {
    meetNow.current = meet
  })
  useEffect(() => {
    let gone = false
    const again = () => void meetNow.current()
    void (async () => {
      try {
        phone.current = await openPhone(await openPhoneStore(), keyInAddress())
        if (gone) return
        setStanding(phone.current ? 'working' : 'no_link')
        setView(phone.current && phoneViewOf(phone.current))
        void navigator.storage?.persist?.()
        again()
      } catch {
        setStanding('no_store')
      }
    })()
    const timer = setInterval(again, MEET_MS)
    addEventListener('online', again)
    return () => {
      gone = true
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [])
  const write = async (given: readonly NewEntry[]) => {
    await phone.current?.write(given)
    show()
    void meet()
  }
  return { standing, online, view, write }
}
