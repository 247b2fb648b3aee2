import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type Lang, fill, langOf } from '#contract/words.ts'
import { keptKey, keyringOf } from '#db/sealing/keyFile.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { OperatorError } from '#db/operatorError.ts'
import { migrate } from '#db/migrate.ts'
import { importResults } from '#features/results/service.ts'
import type { ImportOrder, ImportReport, ImportStep } from '#features/results/import/import.service.ts'
import type { ColumnQuestion } from '#features/results/import/reading/columns.rules.ts'
import { fieldKey } from '#features/results/import/reading/fields.rules.ts'
import { meanings } from '#features/results/import/reading/vocabulary.rules.ts'
import { type Encoding, encodings } from '#features/files/decoding.rules.ts'
import { sayDoubt, sayProblem } from '#features/results/import/problemText.rules.ts'
import { importing, rankKindWords, meaningWords } from '#features/results/import/import.words.ts'
import { refusals as resultRefusals } from '#features/results/words.ts'
import { refusals as fileRefusals } from '#features/files/words.ts'
import { refusals as eventRefusals } from '#features/events/words.ts'
import { configHere } from '#server/config/config.ts'
import { onDatabase } from './database.ts'

const HELP = `npm run import -- results FILE --race ID --event ID [options]

  FILE              a CSV file as it is (any delimiter, UTF-8, GB18030, Shift_JIS, Windows-1252, UTF-16; .gz too), or a workbook (.xlsx)
  --sheet NAME      which sheet of a workbook that has several
  --map M=HEADER    what a column means where the guess is wrong, once per column; HEADER may be #4, or empty for "not in this file"
                    M is one of: ${meanings.join(', ')}, split:LABEL, segment:LABEL
  --only COLUMN=VALUE  in a file of several events: the rows of this one, once per value; COLUMN=* takes all
  --field W=NAME    bibs that begin with W run in a field of their own (wheelchair); 16599=NAME for one bib,
                    /25=NAME for those whose place is written out of 25
  --encoding NAME   ${encodings.join(', ')}
  --number-rows     the file has no bibs: rows are numbered R1, R2, …
  --replace         results of the event that the file lacks are removed, but for those handed in and taken
  --publish         shows the results to everybody
  --dry             says what would happen and writes nothing
  --report FILE     writes every refused or doubtful row into a CSV file
  --lang LANG       zh-cn, zh-tw or en (otherwise from LANG)
`
/** The most problems of one kind that the terminal shows. --report holds all of them. */
const SHOWN = 4
const say = (line: string) => void process.stdout.write(`${line}\n`)

class Misused extends Error {}
const pairs = (given: readonly string[] | undefined, option: string): Record<string, string> =>
  Object.fromEntries(
    (given ?? []).map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Misused(`--${option} wants NAME=VALUE, not “${pair}”`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
const whole = (given: string | undefined, option: string): number => {
  if (!/^\d{1,9}$/.test(given ?? '')) throw new Misused(`--${option} wants a number`)
  return Number(given)
}

/** Reads `--only Race=5K --only Race="5K walk"`: one column with any number of its values. */
const onlyFrom = (given: readonly string[] | undefined): ImportOrder['only'] => {
  const parts = (given ?? []).map((pair) => Object.entries(pairs([pair], 'only'))[0]!)
  const [first] = parts
  if (!first) return undefined
  if (parts.some(([column]) => column !== first[0])) throw new Misused('--only names one column')
  return { column: first[0], values: parts.map(([, value]) => value) }
}

const progress = (lang: Lang) => {
  let last: ImportStep | undefined
  return (step: ImportStep, done: number, of: number) => {
    if (!process.stdout.isTTY) {
      if (step !== last) say(`${importing[step][lang]} …`)
    } else
      process.stdout.write(
        `\r\u001b[K${importing[step][lang]}${of > 0 && done > 0 ? ` ${done} / ${of}` : ' …'}${step === 'write' && done === of ? '\n' : ''}`,
      )
    last = step
  }
}

const cell = (value: string | number) =>
  /[",\n\r]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
const sentence = (lang: Lang, problem: ImportReport['problems'][number]) =>
  fill(sayProblem(problem).message[lang], sayProblem(problem).values(lang))

/** Writes a question about a column, with the options that answer it. */
const ask = ({ word, column, header, meanings: ways }: ColumnQuestion, lang: Lang) => {
  say(`? ${fill(importing[`asks_${word}`][lang], { header: header || column })}`)
  const options = [...ways.map((way) => `--map ${way}="${column}"`), ...(word === 'rank_clock' ? ['--map rank='] : [])]
  say(`  ${fill(importing.answer_by_map[lang], { options: options.join(' · ') })}`)
}

const print = (report: ImportReport, lang: Lang, reportFile: string | undefined) => {
  const { counts } = report
  say(fill(importing.encoding[lang], { encoding: report.encoding }))
  if (report.repaired) say(importing.repaired[lang])
  say(
    fill(importing.columns[lang], {
      columns: report.columns.map(({ meaning, header }) => `${header} → ${meaning}`).join(', '),
    }),
  )
  if (report.unused.length > 0)
    say(fill(importing.unused[lang], { columns: report.unused.map((header) => header || '–').join(', ') }))
  if (report.missing.length > 0)
    say(fill(importing.missing[lang], { columns: report.missing.map((one) => meaningWords[one][lang]).join(', ') }))
  if (report.unused_text.length > 0)
    say(fill(importing.unused_text[lang], { columns: report.unused_text.map((title) => title || '–').join(', ') }))
  for (const question of report.questions) ask(question, lang)
  for (const doubt of report.doubts) say(`! ${fill(sayDoubt(doubt).message[lang], sayDoubt(doubt).values(lang))}`)
  for (const part of ['rows', 'changes', 'matched', 'doubts'] as const) say(fill(importing[part][lang], counts))
  if (counts.handed_kept + counts.handed_replaced > 0) say(fill(importing.handed[lang], counts))
  for (const [kind, { given, ordered, exact }] of Object.entries(report.agreement))
    if (given > 0)
      say(
        fill(importing.agreement[lang], {
          kind: rankKindWords[kind as keyof typeof rankKindWords][lang],
          given,
          ordered,
          exact,
        }),
      )
  const counted: Record<string, number> = {}
  const shown = report.problems
    .toSorted((a, b) => Number(b.severity === 'refused') - Number(a.severity === 'refused'))
    .filter(({ word }) => (counted[word] = (counted[word] ?? 0) + 1) <= SHOWN)
  for (const problem of shown)
    say(
      `  ${fill(importing.line[lang], { line: problem.line, bib: problem.bib || '–', says: sentence(lang, problem) })}`,
    )
  if (report.problems.length > shown.length && !reportFile)
    say(fill(importing.more[lang], { n: report.problems.length - shown.length }))
  if (reportFile)
    writeFileSync(
      reportFile,
      `\ufeffline,bib,severity,word,says\n${report.problems.map((one) => [one.line, one.bib, one.severity, one.word, sentence(lang, one)].map(cell).join(',')).join('\n')}\n`,
    )
}

const options = {
  race: { type: 'string' },
  event: { type: 'string' },
  map: { type: 'string', multiple: true },
  field: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  sheet: { type: 'string' },
  encoding: { type: 'string', default: 'auto' },
  report: { type: 'string' },
  lang: { type: 'string' },
  'number-rows': { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  publish: { type: 'boolean', default: false },
  dry: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/**
 * Reads the options of the import from the command line, without the language and the report's file. Throws `Misused`
 * if the command is used wrongly.
 */
const orderFrom = (
  values: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'],
  file: string,
): Omit<ImportOrder, 'now'> => {
  if (!(encodings as readonly string[]).includes(values.encoding))
    throw new Misused(`--encoding is one of ${encodings.join(', ')}`)
  const [raceid, eventid] = [whole(values.race, 'race'), whole(values.event, 'event')]
  const [mapping, fields] = [pairs(values.map, 'map'), pairs(values.field, 'field')]
  const only = onlyFrom(values.only)
  for (const key of Object.keys(fields))
    if (!fieldKey.test(key)) throw new Misused(`--field wants W=NAME, 16599=NAME or /25=NAME, not “${key}”`)
  const kept = readFileSync(file)
  return {
    raceid,
    eventid,
    filename: basename(file),
    bytes: kept[0] === 0x1f && kept[1] === 0x8b ? gunzipSync(kept) : kept,
    mapping,
    ...(only ? { only } : {}),
    ...(values.sheet === undefined ? {} : { sheet: values.sheet }),
    encoding: values.encoding as Encoding,
    dry: values.dry,
    replace: values.replace,
    publish: values.publish,
    settings: { fieldOfPrefix: fields, numberRows: values['number-rows'] },
  }
}

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options,
  })
  const [what, file] = positionals
  if (values.help || what !== 'results' || !file) {
    say(HELP)
    return values.help ? 0 : 1
  }
  const lang = langOf(values.lang ?? (process.env.LANG?.startsWith('zh') ? process.env.LANG : 'en'))
  const order = orderFrom(values, file)
  const config = configHere()
  return onDatabase(config, async (db, connection) => {
    await migrate(connection)
    if (!config.key) keptKey(config.folder)
    const seal = await openSeal(db, keyringOf(config))
    const before = performance.now()
    const outcome = await importResults({ db, seal }, { ...order, now: new Date(), onProgress: progress(lang) })
    if ('refused' in outcome) {
      const { message: says } = { ...eventRefusals, ...fileRefusals, ...resultRefusals }[outcome.refused]
      say(
        `\n${fill(says[lang], { names: (outcome.names ?? outcome.sheets)?.join(', ') ?? '', line: outcome.line ?? 0, column: outcome.several?.column ?? '' })}`,
      )
      for (const question of outcome.questions ?? []) ask(question, lang)
      return 1
    }
    print(outcome.report, lang, values.report)
    say(
      values.dry
        ? importing.dry[lang]
        : fill(importing.done[lang], { seconds: ((performance.now() - before) / 1000).toFixed(1) }),
    )
    if (!values.dry && !values.publish) say(importing.unpublished[lang])
    return 0
  })
}

await run().then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    const known =
      error instanceof Misused ||
      error instanceof OperatorError ||
      (error instanceof Error &&
        'code' in error &&
        (/^(ENOENT|EISDIR|EACCES|Z_)/.test(String(error.code)) || String(error.code).startsWith('ERR_PARSE_ARGS')))
    process.stderr.write(`${known ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  },
)
