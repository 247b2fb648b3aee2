/**
 * The mean wait before a stream is first opened again, and the longest mean wait, in milliseconds. Each failure doubles
 * the wait.
 */
const [FIRST_MS, MOST_MS] = [3_000, 30_000]

/**
 * Follows a stream of the server. `listeners` take the data of each kind of message. A browser opens a broken stream
 * again by itself, but it gives up after an answer that is no stream. A proxy gives such an answer while the server
 * starts, and so does a network that wants a log-in. After such an answer this function opens the stream again
 * after a random wait. Returns the function that ends the stream.
 */
export const openStream = (
  address: string,
  listeners: Readonly<Record<string, (data: string) => void>>,
  onOpen: (isOpen: boolean) => void = () => undefined,
): (() => void) => {
  if (typeof EventSource === 'undefined') return () => undefined
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_MS
  const open = (): void => {
    const opened = new EventSource(address)
    source = opened
    for (const [name, listen] of Object.entries(listeners))
      opened.addEventListener(name, (event) => listen((event as MessageEvent<string>).data))
    opened.addEventListener('open', () => {
      wait = FIRST_MS
      onOpen(true)
    })
    opened.addEventListener('error', () => {
      onOpen(false)
      if (opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, wait * (0.5 + Math.random()))
      wait = Math.min(MOST_MS, wait * 2)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
