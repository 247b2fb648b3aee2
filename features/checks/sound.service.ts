import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '#contract/words.ts'
import { streamFrom } from './rules.ts'

const RATE = 8000
/**
 * The length of one digit's sound, in samples of 8 bits, µ-law. The file of a language holds ten digits of this length.
 * A speech synthesiser spoke the digits.
 */
const SLOT = 4560
const decoded = (name: string): Float32Array =>
  Float32Array.from(readFileSync(join(import.meta.dirname, 'sounds', `${name}.mulaw`)), (byte) => {
    const at = (byte / 255) * 2 - 1
    return (Math.sign(at) * (256 ** Math.abs(at) - 1)) / 255
  })
let clips: { zh: Float32Array; en: Float32Array } | undefined
const clipsOf = (lang: Lang): Float32Array => {
  clips ??= { zh: decoded('zh'), en: decoded('en') }
  return lang === 'en' ? clips.en : clips.zh
}

const wav = (samples: Float32Array): Buffer => {
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples.length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, at) =>
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_000), 44 + at * 2),
  )
  return bytes
}

/**
 * Speaks the digits of an answer as a WAV file. Each digit has its own pace and loudness, and pauses are random. Digits
 * played backwards form a quiet noise in the background.
 */
export const speak = (digits: string, seed: number, lang: Lang): Buffer => {
  const next = streamFrom(seed)
  const between = (least: number, most: number) => least + next() * (most - least)
  const clip = clipsOf(lang)
  const spoken = [...digits].map((digit) => ({
    from: Number(digit) * SLOT,
    pace: between(0.86, 1.1),
    loud: between(0.6, 0.9),
    pause: Math.round(between(0.25, 0.6) * RATE),
  }))
  const lead = RATE / 2
  const length = spoken.reduce((sum, { pace, pause }) => sum + Math.ceil(SLOT / pace) + pause, lead * 2)
  const samples = new Float32Array(length)
  const lay = (at: number, from: number, pace: number, loud: number, backwards: boolean) => {
    const long = Math.floor(SLOT / pace)
    for (let n = 0; n < long && at + n < length; n++) {
      const place = Math.min(SLOT - 1, Math.floor((backwards ? long - 1 - n : n) * pace))
      samples[at + n]! += clip[from + place]! * loud
    }
  }
  for (let at = 0; at < length; at += Math.round(between(0.15, 0.35) * RATE))
    lay(at, Math.floor(next() * 10) * SLOT, between(0.8, 1.3), between(0.05, 0.12), true)
  let at = lead
  for (const { from, pace, loud, pause } of spoken) {
    lay(at, from, pace, loud, false)
    at += Math.ceil(SLOT / pace) + pause
  }
  for (let n = 0; n < length; n++) samples[n]! += between(-0.02, 0.02)
  return wav(samples)
}
