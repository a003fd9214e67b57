import { buildWithVite } from './vite.js'

/** Before any end-to-end test opens them, library, workers and demo are built once. */
export default function setUp(): void {
  buildWithVite()
}
