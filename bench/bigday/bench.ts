import { cpus, loadavg } from 'node:os'
import { startMeasuring } from '#db/measures.ts'
import { conclude, quantile, say } from '../ground/ground.ts'
import { type DayNeeds, type Kind, days, missOf, needsOf, predictRun, runParts } from './cases.ts'
import { measureCosts, readCosts } from './measure.ts'
import { type Outcome, type Stream, arrivalsOf } from './model.ts'
import { type Sent, openBigDay } from './scene.ts'

/**
 * `npm run bench -- bigday` simulates each known big day, and prints the machines that the day needs and the part that
 * fails first. `… bigday costs` measures the costs of calls anew on this machine. `… bigday run 0.05` makes a run at
 * 1/20 of the load and compares it with the prediction. The prediction of processor seconds, connections and bytes may
 * miss by 0.25 at most. The times to the answers have no goal, because other work on the machine changes them most.
 */
const GOAL = 0.25
const [task, scale = '0.05'] = process.argv.slice(2)

const gb = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
const tell = ({ name, why, server, database, outcome, isOut, breaks, gigabytes }: DayNeeds): void => {
  const p99 = Math.max(...Object.values(outcome.answers).map((one) => one.p99))
  say(`${name}: ${why}`)
  say(
    `  ${isOut ? 'NOT MET by any number of cores; ' : ''}${server} cores for servers, ${database} for the database, ${outcome.connections.toFixed(1)} connections in use (${server * 20} open), at most ${outcome.inFlight} calls under way, p99 ${p99.toFixed(0)} ms`,
  )
  say(
    `  ${gb(gigabytes.memory)} GB of memory, ${gb(gigabytes.kept)} GB in tables, ${gb(gigabytes.logged)} GB of log, ${gb(gigabytes.sent)} GB of answers`,
  )
  say(
    breaks.first === null
      ? `  holds ${breaks.factor} times as many people`
      : `  breaks first with ${breaks.factor.toFixed(1)} times as many people: ${breaks.first}`,
  )
}

const predictDays = () => {
  const costs = readCosts()
  say(`Costs of ${costs.measured}, on ${costs.machine}`)
  const needs = days.map((day) => {
    const one = needsOf(day, costs)
    tell(one)
    return one
  })
  conclude({
    name: 'bigday',
    most_cores: Math.max(...needs.map(({ server, database }) => server + database)),
    out_of_reach: needs.filter(({ isOut }) => isOut).length,
    reached: needs.every(({ isOut }) => !isOut),
  })
}

/**
 * A measured figure with its prediction. A difference of at most `slack` is always small enough. A figure without a
 * goal is only printed.
 */
type Figure = { part: string; what: string; predicted: number; measured: number; slack: number; hasGoal: boolean }
/** Returns the figures of one part: processor seconds, connections, bytes, and the time to the answer. */
const compare = (part: string, predicted: Outcome<Kind>, { report, used, bytes, connections }: Sent): Figure[] => {
  const goal = (what: string, one: number, measured: number, slack = 0): Figure => ({
    part,
    what,
    predicted: one,
    measured,
    slack,
    hasGoal: true,
  })
  return [
    // The work of an idle server and database differs by this much in a minute.
    goal('server s', predicted.server_s, used.server, 0.1),
    goal('database s', predicted.database_s, used.database, 0.1),
    // A difference of one connection changes nothing in an installation, so it is allowed.
    goal('connections', predicted.connections, connections, 1),
    // The database also writes its own work into the log, even without a call.
    goal('log MB', predicted.logged / 1e6, used.logged / 1e6, 0.5),
    goal('answers MB', predicted.sent / 1e6, bytes / 1e6, 0.1),
    ...(Object.keys(predicted.answers) as Kind[]).flatMap((kind) => {
      const sorted = (report.ms[kind] ?? []).toSorted((a, b) => a - b)
      return (['p50', 'p99'] as const).map((which) => ({
        part,
        what: `${kind} ${which} ms`,
        predicted: predicted.answers[kind]![which],
        measured: quantile(sorted, which === 'p50' ? 0.5 : 0.99),
        slack: 0,
        hasGoal: false,
      }))
    }),
  ]
}
const missesBy = ({ predicted, measured, slack }: Figure): number =>
  Math.abs(predicted - measured) <= slack ? 0 : missOf(predicted, measured)

const runHere = async (part: number) => {
  const predictions = predictRun(part, readCosts())
  const parts = runParts(part)
  const people = parts
    .flatMap(({ streams }) => streams)
    .filter(({ kind }: Stream<Kind>) => kind === 'entry' || kind === 'signup')
    .reduce((sum, { calls }) => sum + Math.ceil(calls), 0)
  const scene = await openBigDay(people + 4000)
  const figures: Figure[] = []
  let refused = 0
  try {
    // The first calls of a process cost more, because the process has not yet compiled its code.
    for (const { streams } of parts)
      await scene.send(
        arrivalsOf(
          streams.map(({ kind }) => ({ kind, calls: 400, seconds: 4 })),
          1,
        ),
      )
    for (const [at, { name, streams }] of parts.entries()) {
      const load = loadavg()[0]!
      const sent = await scene.send(arrivalsOf(streams, Date.now()))
      refused += Object.entries(sent.report.codes).reduce((sum, [code, n]) => sum + (code.endsWith(' 200') ? 0 : n), 0)
      say(
        `${name} at 1/${Math.round(1 / part)}: ${sent.calls} calls in ${sent.seconds.toFixed(0)} s, load before ${load.toFixed(1)} on ${cpus().length} processors`,
      )
      const rows = compare(name, predictions[at]!.outcome, sent)
      figures.push(...rows)
      for (const row of rows)
        say(
          `  ${row.what.padEnd(16)} predicted ${row.predicted.toFixed(2).padStart(8)}   measured ${row.measured.toFixed(2).padStart(8)}   misses by ${(missesBy(row) * 100).toFixed(0)} %${row.hasGoal ? '' : ' (no goal)'}`,
        )
    }
  } finally {
    await scene.close()
  }
  const misses = figures.filter(({ hasGoal }) => hasGoal).map(missesBy)
  const within = misses.filter((miss) => miss <= GOAL).length
  say(`${within} of ${misses.length} figures with a goal are within ${GOAL * 100} %, ${refused} calls were refused`)
  conclude({
    name: 'bigday',
    scale: part,
    figures: misses.length,
    within,
    worst: Math.max(...misses),
    refused,
    reached: refused === 0 && within === misses.length,
  })
}

if (task === 'costs') {
  startMeasuring()
  const scene = await openBigDay(60_000)
  try {
    await measureCosts(scene)
  } finally {
    await scene.close()
  }
  predictDays()
} else if (task === 'run') {
  startMeasuring()
  await runHere(Number(scale))
} else predictDays()
