import type { Envelope } from '#contract/envelope.ts'
import type { World } from '#test/world.ts'

/**
 * Asks the server of a bench over HTTP. `ask` of a test world makes the same call without the network. A refusal
 * throws.
 */
export const askOver =
  (port: number): World['ask'] =>
  async (endpoint, input, as) => {
    const fields = Object.entries({ ...(input as Record<string, unknown>), _token: as?.token }).flatMap(
      ([name, value]): [string, string][] =>
        value === undefined || value === null
          ? []
          : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    )
    const answered = await fetch(`http://127.0.0.1:${port}${endpoint.path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    const { code, msg, data } = (await answered.json()) as Envelope
    if (code !== '200') throw new Error(`${endpoint.path}: ${code} ${msg}`)
    return data as never
  }
