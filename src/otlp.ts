export { sendTelemetry, type Telemetry, type TelemetryOptions } from './telemetry/telemetry.js'
export type { TelemetryHeaders } from './telemetry/post.js'
