import { timingSafeEqual } from 'node:crypto'
import { NAMES_ACTION, NAMES_VERSION, type NameAnswer } from '../../realnames/client.ts'
import { signTc3 } from '../../sms/tencent.ts'
import { serveOnLoopback, whenRead } from '../loopback.ts'

/** The answer that the sandbox gives next. `busy` is the vendor's answer if the vendor cannot check the name now. */
export type NamesWeather = NameAnswer | 'busy' | 'slow' | 'down'
/**
 * A service for names on loopback that speaks the protocol of the vendor. It checks each signature and stores no names.
 */
export type SandboxNames = {
  url: string
  secretId: string
  secretKey: string
  weather: { answer: NamesWeather }
  /** Returns the number of questions, with those that broke the protocol. */
  asked: () => number
  /** The error codes of the questions that the service refused. */
  refused: string[]
  close: () => Promise<void>
}

const results: Readonly<Record<NameAnswer | 'busy', string>> = {
  match: '0',
  mismatch: '-1',
  no_record: '-5',
  busy: '-4',
}
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const startSandboxNames = async (clock: () => Date): Promise<SandboxNames> => {
  const secretId = 'AKIDpretendnames'
  const secretKey = 'pretend-names'
  const weather: SandboxNames['weather'] = { answer: 'match' }
  const refused: string[] = []
  let asked = 0
  const { base, close } = await serveOnLoopback((request, response) => {
    whenRead(request, (body) => {
      asked += 1
      const say = (fields: object) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ Response: { ...fields, RequestId: 'pretend' } }))
      const refuse = (Code: string) => {
        refused.push(Code)
        say({ Error: { Code, Message: Code } })
      }
      if (weather.answer === 'down') return void request.socket.destroy()
      const { headers } = request
      const timestamp = Number(headers['x-tc-timestamp'])
      const signed = signTc3(
        { secretId, secretKey },
        {
          host: headers.host ?? '',
          service: 'faceid',
          action: NAMES_ACTION,
          version: NAMES_VERSION,
          region: '',
          body,
          timestamp,
        },
      )
      if (request.method !== 'POST' || request.url !== '/') return refuse('InvalidAction')
      if (headers['x-tc-action'] !== NAMES_ACTION) return refuse('InvalidAction')
      if (headers['x-tc-version'] !== NAMES_VERSION) return refuse('NoSuchVersion')
      if (!(Math.abs(clock().getTime() / 1000 - timestamp) < 300)) return refuse('AuthFailure.SignatureExpire')
      if (!isSame(String(headers.authorization), signed.authorization!)) return refuse('AuthFailure.SignatureFailure')
      const given = JSON.parse(body) as Record<string, unknown>
      if (Object.keys(given).toSorted().join() !== 'IdCard,Name') return refuse('UnknownParameter')
      if (given.IdCard === '' || given.Name === '') return refuse('MissingParameter')
      const now = weather.answer
      if (now === 'slow') return undefined
      return say({ Result: results[now], Description: now })
    })
  })
  return { url: base, secretId, secretKey, weather, asked: () => asked, refused, close }
}
