import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { roles } from '../../src/assemble/store-access.js';
import { runCli } from '../../src/cli/cli.js';
import { processTerminal } from '../../src/cli/terminal.js';
import { goodConfig, portal } from '../config/config-files.js';
import { stagesOf, wordsOf } from './dockerfile.js';

const image = stagesOf(await readFile('Dockerfile', 'utf8')).at(-1)!;
const stepOf = (instruction: string): string =>
  image.steps.find((step) => step.instruction === instruction)?.text ?? '';

interface Service {
  image: string;
  build?: string;
  profiles: string[];
  command?: string[];
  read_only?: boolean;
  mem_limit: string;
  /** Its first process is another one, which starts it. */
  init?: boolean;
  pids_limit: number;
  healthcheck?: { test: string[] };
  deploy?: { replicas: number };
  ports?: string[];
  secrets?: string[];
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

/** What `feedsync WORDS` takes, or why not. */
async function isTyped(words: readonly string[]): Promise<boolean> {
  const printed: string[] = [];
  const terminal = { ...processTerminal(process), out: (text: string) => void printed.push(text) };
  await runCli([words[0] ?? '', '--help'], terminal);
  const flags = words.filter((word) => word.startsWith('--'));
  const [, role] = /--role,(\w+)/.exec(words.join()) ?? [];
  return (
    flags.every((flag) => printed.join('').includes(`${flag} `) || flag === '--config') &&
    (role === undefined || roles.some((known) => known === role))
  );
}

describe('compose.yaml', async () => {
  const text = await readFile('config/compose.yaml', 'utf8');
  const { services, secrets, volumes } = parse(text, { merge: true }) as Compose;
  const own = Object.values(services).filter(({ image }) => image === 'feedsync');

  it('starts from images by digest, as the Dockerfile does', async () => {
    const stages = stagesOf(await readFile('Dockerfile', 'utf8')).map((stage) => stage.image);
    const others = Object.values(services).map((service) => service.image);
    for (const name of [...stages, ...others.filter((other) => other !== 'feedsync')]) {
      expect(name).toMatch(/^\w+:\d+\.\d+\S*@sha256:[0-9a-f]{64}$/);
    }
  });

  it('runs one process, or one server and three workers on PostgreSQL', () => {
    const shapes = own.map((service) => {
      const { command = [] } = service;
      const role = command.includes('--role') ? command[command.indexOf('--role') + 1] : 'all';
      return [service.profiles.join(), role, service.deploy?.replicas ?? 1];
    });
    expect(shapes).toEqual([
      ['one', 'all', 1],
      ['many', 'server', 1],
      ['many', 'worker', 3],
    ]);
  });

  it('gives the image what it expects: commands, configuration, data, ports, nothing to write to besides', async () => {
    const [, port = ''] = /:(\d+)$/.exec(wordsOf(image, 'CMD').at(-1) ?? '') ?? [];
    expect(stepOf('EXPOSE')).toBe(port);
    const folder = stepOf('WORKDIR');
    for (const service of own) {
      expect(existsSync(join('config', service.build ?? '', 'Dockerfile'))).toBe(true);
      expect(service.read_only).toBe(true);
      if (service.command !== undefined) {
        expect(await isTyped(service.command)).toBe(true);
        expect(service.command.join(' ')).toContain(wordsOf(image, 'CMD').slice(1).join(' '));
      }
      expect(service.ports ?? []).toEqual(
        service.command?.includes('worker') === true ? [] : [`127.0.0.1:8080:${port}`],
      );
      expect(service.volumes).toEqual([
        `./feedsync.yaml:${folder}/config/feedsync.yaml:ro`,
        `data:${(JSON.parse(stepOf('VOLUME')) as string[])[0] ?? ''}`,
      ]);
    }
  });

  it('limits memory and processes of everything, and asks for health as the image does', () => {
    for (const service of Object.values(services)) {
      expect(service.mem_limit).toMatch(/^\d+g$/);
      expect(service.pids_limit).toBeGreaterThan(0);
    }
    for (const { init } of own) expect(init).toBe(true);
    for (const { healthcheck } of own)
      expect(healthcheck?.test).toEqual(['CMD', ...wordsOf(image, 'HEALTHCHECK')]);
  });

  it('names nothing that it does not have', () => {
    for (const { secrets: used = [], volumes: mounted, depends_on: others = {}, profiles } of Object.values(
      services,
    )) {
      for (const name of used) expect(Object.keys(secrets)).toContain(name);
      for (const name of mounted.map((one) => one.split(':')[0] ?? ''))
        if (!name.startsWith('.')) expect(Object.keys(volumes)).toContain(name);
      for (const name of Object.keys(others)) expect(services[name]?.profiles).toEqual(profiles);
    }
  });

  it('says the line for the store, which leads to its own database', async () => {
    const [, line = ''] = /(store: postgres:\/\/\S+)/.exec(text) ?? [];
    const [, file = ''] = /\$\{file:([^}]+)\}/.exec(line) ?? [];
    expect(file).toBe('/run/secrets/postgres-password');
    const { store } = await goodConfig(portal + line.replace(/\$\{file:[^}]+\}/, 'secret'));
    const url = new URL(store.kind === 'postgres' ? store.url : '');
    const { POSTGRES_USER, POSTGRES_DB } = services.postgres?.environment ?? {};
    expect([url.hostname, url.username, url.pathname]).toEqual([
      'postgres',
      POSTGRES_USER,
      `/${POSTGRES_DB ?? ''}`,
    ]);
  });
});

describe('feedsync.service', async () => {
  const text = await readFile('config/feedsync.service', 'utf8');
  const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';

  it('runs a command that there is, stops it as it wants to be stopped, and never starts again what cannot work', async () => {
    const [, words = ''] = /feedsync (.+)$/.exec(valueOf('ExecStart')) ?? [];
    expect(await isTyped(words.split(' '))).toBe(true);
    expect(valueOf('WorkingDirectory')).toBe(`/var/lib/${valueOf('StateDirectory')}`);
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(10);
    expect([valueOf('MemoryMax'), valueOf('TasksMax')]).toEqual(['1G', '256']);
    expect([valueOf('KillSignal'), valueOf('RestartPreventExitStatus')]).toEqual(['SIGTERM', '2']);
  });

  const version = String(spawnSync('systemd-analyze', ['--version']).stdout);
  const isThere = Number(/systemd (\d+)/.exec(version)?.[1] ?? 0) >= 250;
  it.skipIf(!isThere)('is understood by systemd, and closed', () => {
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', 'config/feedsync.service']);
    expect([verified.status, verified.stderr.toString()]).toEqual([0, '']);
    const flags = ['security', '--offline=true', '--threshold=20', '--no-pager'];
    expect(spawnSync('systemd-analyze', [...flags, 'config/feedsync.service']).status).toBe(0);
  });
});

it('the changelog says for each release what an operator must do, before anything else', async () => {
  const [, ...releases] = (await readFile('CHANGELOG.md', 'utf8')).split(/^## /m);
  expect(releases.length).toBeGreaterThan(0);
  for (const release of releases) {
    const [, first = ''] = /^### (.+)$/m.exec(release) ?? [];
    expect([release.split('\n')[0], first]).toEqual([release.split('\n')[0], 'What an operator must do']);
  }
});
