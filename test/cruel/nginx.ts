import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProgram, findFreePort, findProgram, untilListening } from '../support/programs.js'

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
  return findProgram('nginx')
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
    await untilListening('nginx', child, port, () => readFileSync(join(folder, 'error.log'), 'utf8'))
  }

  const stop = () => endProgram(child)

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
