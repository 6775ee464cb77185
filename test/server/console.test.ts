import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createConsole } from '../../src/server/console.js';
import type { ServerDeps } from '../../src/server/deps.js';
import { seededRandom } from '../support/seeded-random.js';

let folder: string;
let get: (path: string) => Promise<Response>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-console-'));
  const deps = {
    consoleFolder: join(folder, 'console'),
    timezone: 'Europe/Belgrade',
    contact: 'Ana "A" <b>, 021 1',
  };
  const app = createConsole({
    ...deps,
    services: { random: seededRandom('console') },
  } as unknown as ServerDeps);
  get = async (path) => app.request(`http://localhost${path}`);
  return () => rm(folder, { recursive: true });
});

async function build(): Promise<void> {
  await mkdir(join(folder, 'console/assets'), { recursive: true });
  const page =
    '<meta name="timezone" content="{timezone}"><meta name="contact" content="{contact}"><script nonce="{nonce}"></script>';
  await writeFile(join(folder, 'console/index.html'), page);
  await writeFile(join(folder, 'console/assets/index-Ab_1-c.js'), 'work()');
  await writeFile(join(folder, 'console/before.js'), 'first()');
  await writeFile(join(folder, 'secret.json'), '{}');
}

it('is the same page under every address, each with a nonce of its own', async () => {
  await build();
  const nonces = new Set<string>();
  for (const path of ['/console', '/console/', '/console/invitation', '/console/listings/x/A.1']) {
    const reply = await get(path);
    const text = await reply.text();
    const nonce = /<script nonce="([\w-]{20,})">/.exec(text)?.[1] ?? '';
    expect(reply.headers.get('content-security-policy'), path).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('content="Europe/Belgrade"');
    expect(text).toContain('content="Ana &quot;A&quot; &lt;b&gt;, 021 1"');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

it('allows no script and no style but its own, and nobody to frame it', async () => {
  await build();
  const policy = (await get('/console')).headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]),
  );
});

it('keeps files that are named after their content, and asks again for others', async () => {
  await build();
  const asset = await get('/console/assets/index-Ab_1-c.js');
  expect([asset.status, await asset.text()]).toEqual([200, 'work()']);
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect((await get('/console/before.js')).headers.get('cache-control')).toBe('no-cache');
});

it.each(['/console/assets/none.js', '/console/..%2fsecret.json', '/console/assets/..%2f..%2fsecret.json'])(
  'has no file %s',
  async (path) => {
    await build();
    const reply = await get(path);
    expect([reply.status, await reply.text()]).not.toEqual([200, '{}']);
    expect(reply.status).toBe(404);
  },
);

it('says what to do where it was not built', async () => {
  const reply = await get('/console');
  expect(reply.status).toBe(503);
  expect(await reply.text()).toContain('npm run build');
});
