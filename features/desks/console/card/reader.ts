import { type ReadCard, readCard } from './card.rules.ts'

const AGAIN_MS = 3_000
const ASK_MS = 1_000

export type ReaderState = 'waiting' | 'ready' | 'away'
type Hooks = { onCard: (card: ReadCard) => void; onState: (state: ReaderState) => void }

/**
 * Reports a card once while the card is on the reader. Memory holds the number only until somebody takes the card away.
 */
const onceEach = (onCard: Hooks['onCard']) => {
  let lying: string | undefined
  return (card: ReadCard | undefined) => {
    if (card && card.number !== lying) onCard(card)
    lying = card?.number
  }
}

const listenToSocket = (address: URL, { onCard, onState }: Hooks, stop: AbortSignal): void => {
  const socket = new WebSocket(address)
  const take = onceEach(onCard)
  socket.addEventListener('open', () => onState('ready'))
  socket.addEventListener('message', ({ data }) => take(typeof data === 'string' ? readCard(data) : undefined))
  socket.addEventListener('close', () => {
    if (stop.aborted) return
    onState('away')
    setTimeout(() => {
      if (!stop.aborted) listenToSocket(address, { onCard, onState }, stop)
    }, AGAIN_MS)
  })
  stop.addEventListener('abort', () => socket.close())
}

const askAddress = (address: URL, { onCard, onState }: Hooks, stop: AbortSignal): void => {
  const take = onceEach(onCard)
  const ask = async () => {
    try {
      const answer = await fetch(address, { signal: stop, cache: 'no-store', credentials: 'omit' })
      const card = readCard(await answer.text())
      onState('ready')
      take(card)
    } catch {
      if (!stop.aborted) onState('away')
    }
    if (!stop.aborted) setTimeout(() => void ask(), ASK_MS)
  }
  void ask()
}

/**
 * Listens to a reader of identity cards until `stop`. A reader with a WebSocket sends each card. The page asks a reader
 * with an HTTP address once a second.
 */
export const listenToReader = (address: URL, hooks: Hooks, stop: AbortSignal): void => {
  hooks.onState('waiting')
  if (address.protocol === 'ws:') listenToSocket(address, hooks, stop)
  else askAddress(address, hooks, stop)
}
