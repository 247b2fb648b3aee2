import { useEffect, useState } from 'react'

const KEY = 'startline:control-sound'
const EVERY_MS = 4_000
const readSwitch = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Plays two short tones. Some browsers play no sound until somebody has used the page. */
const beep = (context: AudioContext): void => {
  for (const [at, pitch] of [
    [0, 880],
    [0.25, 660],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = pitch
    volume.gain.value = 0.2
    tone.connect(volume).connect(context.destination)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + 0.18)
  }
}

/** Plays a sound while a call for help waits for a member of staff. The switch is a setting of the device. */
export const useSosSound = (waiting: boolean): [on: boolean, change: (on: boolean) => void] => {
  const [on, setOn] = useState(readSwitch)
  useEffect(() => {
    if (!on || !waiting || typeof AudioContext === 'undefined') return undefined
    const context = new AudioContext()
    const play = () => {
      void context.resume().catch(() => undefined)
      if (context.state === 'running') beep(context)
    }
    play()
    const timer = setInterval(play, EVERY_MS)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [on, waiting])
  return [
    on,
    (next) => {
      setOn(next)
      try {
        localStorage.setItem(KEY, next ? 'on' : 'off')
      } catch {
        // If the browser has no storage, the switch keeps its value only until the page closes.
      }
    },
  ]
}
