/** `npm start`: the server, with the program that fills an empty database with the demo races. */
import { main } from '#server/main.ts'

await main(async (parts) => (await import('./seed.ts')).seedDemo(parts))
