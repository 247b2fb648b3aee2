/** `npm start` runs the server and gives it the program that fills an empty database with the demo races. */
import { main } from '#server/main.ts'

await main(async (parts) => (await import('./seed.ts')).seedDemo(parts))
