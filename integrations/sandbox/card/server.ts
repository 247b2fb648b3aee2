import { serveOnLoopback } from '../loopback.ts'

/** A sandbox reader of identity cards. It answers on loopback as the makers' own programs do. */
export type SandboxReader = {
  url: string
  /** Lays a card on the reader, or takes it away. */
  lay: (card: { name: string; number: string } | undefined) => void
  close: () => Promise<void>
}
export const openSandboxReader = async (): Promise<SandboxReader> => {
  let lying: { name: string; number: string } | undefined
  const { base, close } = await serveOnLoopback((_request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        lying
          ? { resultFlag: 0, resultContent: { partyName: lying.name, certNumber: lying.number } }
          : { resultFlag: -1, errorMsg: 'no card' },
      ),
    )
  })
  return { url: `${base}/readcard`, lay: (card) => void (lying = card), close }
}
