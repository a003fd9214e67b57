import { createBuilder } from 'vite'

/** Builds library, workers and demo once, before any end-to-end test opens them. */
export default async function buildAll(): Promise<void> {
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
}
