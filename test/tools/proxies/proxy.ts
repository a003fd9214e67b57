import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../../cruel/nginx.js'
import { endProgram, findFreePort, findProgram, untilListening } from '../../support/programs.js'

export const proxyNames = ['nginx', 'haproxy', 'squid'] as const
export type ProxyName = (typeof proxyNames)[number]

/** A reverse proxy in front of two instances. */
export interface Proxy {
  port: number
  remove: () => Promise<void>
}

/** What makes each of them repeat whatever it can, a POST included. */
export const repeating: Record<ProxyName, string> = {
  nginx: 'proxy_next_upstream error timeout http_502 http_503 http_504 non_idempotent;',
  haproxy: 'retry-on all-retryable-errors\n  option http-buffer-request',
  squid: 'retry_on_error on',
}

const packages: Record<ProxyName, string> = { nginx: 'nginx-light', haproxy: 'haproxy', squid: 'squid' }

/** Why a proxy cannot take part; undefined if it can. */
export function findProxyObstacle(name: ProxyName): string | undefined {
  return findProgram(name) === undefined
    ? `${name} was not found: apt-get install -y --no-install-recommends ${packages[name]}`
    : undefined
}

/** Starts a proxy for these instances, under settings of its own besides the ones that it needs. */
export function startProxy(
  name: ProxyName,
  instances: readonly number[],
  lines = repeating[name],
): Promise<Proxy> {
  switch (name) {
    case 'nginx':
      return startNginx({
        http: `upstream instances {
${instances.map((port) => `    server 127.0.0.1:${port} max_fails=0;`).join('\n')}
    keepalive 32;
  }`,
        server: `location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_connect_timeout 2s;
      ${lines}
    }`,
      })
    case 'haproxy':
      return startProgram(name, {
        write: (_, port) => writeHaproxy(port, instances, lines),
        words: (path) => ['-db', '-f', path],
      })
    case 'squid':
      return startProgram(name, {
        write: (folder, port) => writeSquid(folder, port, instances, lines),
        words: (path) => ['-N', '-f', path],
      })
  }
}

function writeHaproxy(port: number, instances: readonly number[], lines: string): string {
  return `global
  maxconn 1000
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 30s
  retries 3
  option redispatch 1
frontend entrance
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  ${lines}
${instances.map((instance, index) => `  server instance${index} 127.0.0.1:${instance}`).join('\n')}
`
}

function writeSquid(folder: string, port: number, instances: readonly number[], lines: string): string {
  const peers = instances.map(
    (instance, index) =>
      `cache_peer 127.0.0.1 parent ${instance} 0 no-query no-digest no-netdb-exchange originserver round-robin connect-timeout=2 name=instance${index}`,
  )
  return `http_port 127.0.0.1:${port} accel defaultsite=localhost
${peers.join('\n')}
acl all_of_them src all
http_access allow all_of_them
never_direct allow all_of_them
cache deny all_of_them
access_log none
cache_log ${folder}/cache.log
cache_store_log none
pid_filename none
coredump_dir ${folder}
netdb_filename none
pinger_enable off
shutdown_lifetime 0 seconds
max_filedescriptors 4096
cache_mem 8 MB
visible_hostname localhost
read_timeout 30 seconds
${lines}
`
}

interface Program {
  write: (folder: string, port: number) => string
  words: (path: string) => string[]
}

/** Starts a program whose files are all in a folder that goes with it. */
async function startProgram(name: ProxyName, { write, words }: Program): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `counterfoil-${name}-`))
  // Started as root, squid goes on as a user of its own, and writes its log here.
  chmodSync(folder, 0o777)
  const port = await findFreePort()
  const path = join(folder, `${name}.conf`)
  writeFileSync(path, write(folder, port))
  const child = spawn(findProgram(name) ?? name, words(path), { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said += String(part)
  })
  const remove = async () => {
    await endProgram(child)
    rmSync(folder, { recursive: true, force: true })
  }
  await untilListening(name, child, port, () => said + readLog(folder)).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return { port, remove }
}

function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'cache.log'), 'utf8')
  } catch {
    return ''
  }
}
