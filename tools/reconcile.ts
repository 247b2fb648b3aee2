import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Lang, fill, langOf } from '#contract/words.ts'
import { OperatorError } from '#db/operatorError.ts'
import { migrate } from '#db/migrate.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { type ComparedDay, reconcile } from '#features/reconciliations/service.ts'
import { type ReconciledChannel, channels } from '#features/reconciliations/contract.ts'
import { lastDay } from '#features/reconciliations/rules.ts'
import { command, differenceKindWords, malformedWords } from '#features/reconciliations/words.ts'
import { configHere } from '#server/config/config.ts'
import { openIntegrations } from '#integrations/integrations.ts'
import { onDatabase } from './database.ts'

const HELP = `npm run reconcile -- --gateway NAME [--day DAY] [--file FILE]

Compares a day of a payment channel's own statement with our payments and refunds, and names every difference.

  --gateway NAME   ${channels.join(', ')}
  --day DAY        2026-11-20, in the channel's zone; the last one that can be had where unset
  --file FILE      a statement as the channel publishes it (also packed); fetched from the channel where unset
  --lang LANG      zh-cn, zh-tw or en (otherwise from LANG)

Ends with 0 where nothing is left open, with 1 where something differs, with 2 where it could not be compared.
`
/** The most differences that the terminal shows. The console has all of them. */
const SHOWN = 50
const say = (line: string) => void process.stdout.write(`${line}\n`)

const sentence = (
  lang: Lang,
  { kind, line, refundno, tradeno, ours, theirs }: ComparedDay['differences'][number],
): string => {
  const which = refundno ?? tradeno
  const side =
    kind === 'malformed' && theirs
      ? `: ${malformedWords[theirs as keyof typeof malformedWords]?.[lang] ?? theirs}`
      : ours || theirs
        ? fill(command.side[lang], { ours: ours ?? '–', theirs: theirs ?? '–' })
        : ''
  return `  ${line === undefined ? '' : `${line}: `}${differenceKindWords[kind][lang]}${which ? ` ${which}` : ''}${side}`
}

const print = (lang: Lang, gateway: ReconciledChannel, day: string, compared: ComparedDay): number => {
  if (compared.failure !== undefined) {
    say(`${orderWords.methods[gateway][lang]} ${day}: ${compared.failure}`)
    return 2
  }
  say(
    fill(command.compared[lang], {
      gateway: orderWords.methods[gateway][lang],
      day,
      lines: compared.lines,
      matched: compared.matched,
    }),
  )
  if (compared.asked > 0) say(fill(command.asked[lang], { n: compared.asked }))
  if (compared.open + compared.beyond === 0) {
    say(command.even[lang])
    return 0
  }
  const found = compared.open + compared.beyond
  say(fill(command.open[lang], { n: found }))
  const open = compared.differences.filter(({ settled }) => !settled)
  for (const one of open.slice(0, SHOWN)) say(sentence(lang, one))
  if (found > SHOWN) say(`  ${fill(command.more[lang], { n: found - SHOWN })}`)
  return 1
}

const run = async (): Promise<number> => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { gateway: text, day: text, file: text, lang: text, help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    say(HELP)
    return 0
  }
  const gateway = channels.find((one) => one === values.gateway)
  if (!gateway) throw new OperatorError(`--gateway is one of ${channels.join(', ')}.`)
  if (values.day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(values.day))
    throw new OperatorError('--day is a date such as 2026-11-20.')
  if (values.file !== undefined && !existsSync(values.file)) throw new OperatorError(`There is no file ${values.file}.`)
  const config = configHere()
  const clock = () => new Date()
  return onDatabase(config, async (db, connection) => {
    await migrate(connection)
    const origin = config.origin ?? `http://localhost:${config.port}`
    // The running server sends notices, so the sandbox gateways of this process only answer.
    const integrations = await openIntegrations({ ...config, origin, clock, byItself: false })
    try {
      const statement = integrations.gateways[gateway]?.statement
      if (!statement) throw new OperatorError(`${gateway} is not configured here, or gives no statements.`)
      const day = values.day ?? lastDay(clock(), statement)
      const compared = await reconcile({ db, integrations, origin }, { gateway, day, file: values.file }, clock())
      if (!compared) throw new OperatorError('Another run compares this day just now.')
      return print(langOf(values.lang ?? process.env.LANG), gateway, day, compared)
    } finally {
      await integrations.close()
    }
  })
}

await run().then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    const known =
      error instanceof OperatorError ||
      (error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'))
    process.stderr.write(`${known ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 2
  },
)
