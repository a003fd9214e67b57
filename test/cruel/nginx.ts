import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface NginxConfig {
  /** Directives in front of the server, such as zones and upstreams. */
  http?: string
  /** Directives of the server: its locations, and what holds for all of them. */
  server: string
  /** HTTP/2 over TLS, under a certificate of its own making for localhost and 127.0.0.1. */
  isSecure?: boolean
}

export interface Certificate {
  pem: string
  /** As Chromium's `--ignore-certificate-errors-spki-list` takes it. */
  spki: string
}

export interface Nginx {
  url: string
  port: number
  /** There if it is secure. */
  certificate?: Certificate
  /** Ends it at once, connections included; the port and the folder stay its own. */
  stop: () => Promise<void>
  /** Begins again on the same port, under another configuration if one is given. */
  start: (config?: NginxConfig) => Promise<void>
  /** Ends it for good. */
  remove: () => Promise<void>
}

export const nginxMissing = 'nginx was not found: apt-get install nginx-light'

/** Where nginx is, if it is installed. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts an nginx that knows nothing of the machine's own: its files are all in a folder that goes with it. */
export async function startNginx(config: NginxConfig): Promise<Nginx> {
  const command = findNginx()
  if (command === undefined) throw new Error(nginxMissing)
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-nginx-'))
  // Workers run as somebody else if the master runs as root.
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const certificate = config.isSecure ? createCertificate(folder) : undefined
  let child: ChildProcess | undefined

  async function start(next: NginxConfig = config): Promise<void> {
    const path = join(folder, 'nginx.conf')
    writeFileSync(path, writeConfig(next, folder, port))
    const words = ['-p', folder, '-e', join(folder, 'error.log'), '-c', path]
    child = spawn(command ?? '', words, { stdio: ['ignore', 'ignore', 'pipe'] })
    await untilListening(child, port, () => readFileSync(join(folder, 'error.log'), 'utf8'))
  }

  async function stop(): Promise<void> {
    if (!child || !isRunning(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  async function remove(): Promise<void> {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }

  await start().catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`
  return { url, port, ...(certificate && { certificate }), stop, start, remove }
}

function writeConfig({ http = '', server, isSecure }: NginxConfig, folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${http}
  server {
    listen 127.0.0.1:${port}${isSecure ? ' ssl http2' : ''};
${isSecure ? `    ssl_certificate ${folder}/certificate.pem;\n    ssl_certificate_key ${folder}/key.pem;` : ''}
${server}
  }
}
`
}

function createCertificate(folder: string): Certificate {
  const [key, path] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-days', '2', '-keyout', key, '-out', path]
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'pipe' })
  const pem = readFileSync(path, 'utf8')
  return { pem, spki: hashPublicKey(new X509Certificate(pem)) }
}

export function hashPublicKey({ publicKey }: X509Certificate): string {
  const bytes = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(bytes).digest('base64')
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

async function untilListening(child: ChildProcess, port: number, readLog: () => string): Promise<void> {
  while (isRunning(child)) {
    if (await canConnect(port)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`nginx ended before it listened:\n${readLog()}`)
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
