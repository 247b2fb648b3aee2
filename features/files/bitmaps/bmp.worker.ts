import { parentPort, workerData } from 'node:worker_threads'
import { readBmp } from './bmp.rules.ts'

/** Reads a BMP in a thread of its own, so that the server goes on answering calls. */
const pixels = readBmp(workerData as Uint8Array)
parentPort!.postMessage(pixels, [pixels.data.buffer])
