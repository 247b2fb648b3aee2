import { parentPort, workerData } from 'node:worker_threads'
import { readBmp } from './bmp.rules.ts'

/** Reads a BMP in a thread, so that the server still answers calls. */
const pixels = readBmp(workerData as Uint8Array)
parentPort!.postMessage(pixels, [pixels.data.buffer])
