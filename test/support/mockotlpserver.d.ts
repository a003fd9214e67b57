declare module '@elastic/mockotlpserver' {
  export interface ReceiverOptions {
    logLevel?: string
    services?: readonly string[]
    httpHostname?: string
    httpPort?: number
    onLogs?: (message: object) => void
    onMetrics?: (message: object) => void
    onRequest?: (request: { path: string; headers: Record<string, string> }) => void
  }
  export class MockOtlpServer {
    constructor(options: ReceiverOptions)
    start(): Promise<void>
    close(): Promise<void>
    readonly httpUrl: URL
  }
  export function normalizeLogs(message: object): unknown
  export function normalizeMetrics(message: object): unknown
}

declare module '@elastic/mockotlpserver/lib/proto.js' {
  interface MessageType {
    fromObject(message: object): object
    verify(message: object): string | null
    encode(message: object): { finish(): Uint8Array }
    decode(bytes: Uint8Array): object
    toObject(message: object, options: object): object
  }
  export function getProtoRoot(): { lookupType(name: string): MessageType }
}
