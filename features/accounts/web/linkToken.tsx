import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { Refused, call } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Languages, useWords } from '#ui/language/lang.tsx'
import { keepToken } from '#ui/router/address.ts'
import '#seam/web/screens.css'
import { userCurrent } from '../contract.ts'
import { words } from '../words.ts'

type Current = OutputOf<typeof userCurrent>
/**
 * Returns the account of a session: 'nobody' without a session, and 'unknown' if the server did not answer or failed.
 */
const whose = async (token?: string): Promise<Current | 'nobody' | 'unknown'> => {
  try {
    return await call(userCurrent, (token === undefined ? {} : { _token: token }) as InputOf<typeof userCurrent>, {
      quiet: true,
    })
  } catch (thrown) {
    return thrown instanceof Refused && thrown.code !== 'network' && thrown.code !== '500' ? 'nobody' : 'unknown'
  }
}

/**
 * Decides on a token that came in a link. The function drops a token that is no longer valid. If the token belongs to
 * another account than this browser's session, the page asks before it shows anything. A person who closes the question
 * keeps the former session.
 */
export const settleToken = async (token: string): Promise<void> => {
  const [mine, theirs] = await Promise.all([whose(), whose(token)])
  if (theirs === 'nobody') return
  if (typeof mine === 'string' || theirs === 'unknown' || mine.uid === theirs.uid) return keepToken(token)
  if (await askWhichAccount(mine, theirs)) keepToken(token)
}

const askWhichAccount = (mine: Current, theirs: Current): Promise<boolean> =>
  new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    root.render(
      <Languages>
        <Whose
          mine={mine}
          theirs={theirs}
          onChosen={(link) => {
            setTimeout(() => {
              root.unmount()
              host.remove()
            })
            resolve(link)
          }}
        />
      </Languages>,
    )
  })

const Whose = ({ mine, theirs, onChosen }: { mine: Current; theirs: Current; onChosen: (link: boolean) => void }) => {
  const t = useWords()
  const [open, setOpen] = useState(true)
  const named = ({ mobile, name, uid }: Current) =>
    [name, mobile].filter(Boolean).join(' · ') || t(words.account_number, { uid })
  const choose = (link: boolean) => {
    setOpen(false)
    onChosen(link)
  }
  return (
    <Dialog
      open={open}
      onClose={() => choose(false)}
      title={t(words.whose_title)}
      actions={
        <>
          <Button look="plain" className="figures" onClick={() => choose(true)}>
            {t(words.whose_link, { account: named(theirs) })}
          </Button>
          <Button className="figures" onClick={() => choose(false)}>
            {t(words.whose_here, { account: named(mine) })}
          </Button>
        </>
      }
    >
      <p className="figures text-pretty text-soft">{t(words.whose_text, { link: named(theirs), here: named(mine) })}</p>
    </Dialog>
  )
}
