import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { format } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/assemble/demo.js';
import { systemClock } from '../../src/platform/clock.js';
import { systemRandom } from '../../src/platform/random.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { signRequest } from '../../src/wire/sign.js';
import { createBench, Partner } from './partner.js';
import { keyId, makeVectors, privateKeyPem, seed } from './signing-vectors.js';

const run = promisify(execFile);
const readme = await readFile('src/sandbox/README.md', 'utf8');

describe('the signing vectors', () => {
  const vectors = makeVectors();

  it('are those that are committed', async () => {
    const text = JSON.stringify({
      about:
        'Requests signed by node:crypto with the Ed25519 key below. body is text in UTF-8; the nonce is given in bytes; a client sends exactly these headers.',
      private_key_pem: privateKeyPem,
      key_id: keyId,
      vectors,
    });
    await expect(await format(text, { parser: 'json', printWidth: 110 })).toMatchFileSnapshot(
      '../../src/sandbox/signing-vectors.json',
    );
  });

  it.each(vectors)('are what our own client sends: $name', (vector) => {
    const request = {
      method: vector.method,
      url: vector.url,
      body: vector.body === '' ? null : Buffer.from(vector.body),
      keyId,
      seed,
      timestamp: vector.timestamp,
      nonce: Buffer.from(vector.nonce_hex, 'hex'),
    };
    const headers = signRequest(request, { ...defaultProtocol, header_prefix: vector.header_prefix });
    expect(headers).toEqual(vector.headers);
  });
});

describe('the signing examples of the README', () => {
  let folder: string;
  let portal: RunningSandbox;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feedsync-examples-'));
    portal = await startSandbox({ port: 0 }, { clock: systemClock, random: systemRandom });
    const keys = generateKeyPair(systemRandom);
    const keyFile = join(folder, 'key.pem');
    await writeFile(keyFile, keys.privateKeyPem, { mode: 0o600 });
    const registered = portal.sandbox.staff.registerKey(keys.publicKeyPem);
    env = { ...process.env, BASE_URL: portal.baseUrl, KEY_ID: registered, KEY_FILE: keyFile };
  });
  afterAll(async () => {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['js', 'example.mjs', process.execPath],
    ['python', 'example.py', 'python3'],
    ['bash', 'example.sh', 'bash'],
  ])('work as they stand: %s', async (language, name, program) => {
    const needed = { js: [], python: ['openssl'], bash: ['openssl', 'curl'] }[language] ?? [];
    for (const tool of [program, ...needed]) if (!(await isThere(tool))) return;
    const section = readme.slice(readme.indexOf('## Signing a request'));
    const code = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? '';
    await writeFile(join(folder, name), code);
    const { stdout } = await run(program, [join(folder, name)], { env });
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('200');
    expect(lines[0]).toContain('"name_sr":"Niš"');
    expect(lines[1]).toContain('404');
    expect(lines[1]).toContain('connect_code_invalid');
  });
});

describe('the help with a signature that does not fit', () => {
  const ask = async (bend: (base: string) => string | null): Promise<Record<string, unknown>> => {
    const { partner } = await createBench();
    const headers = partner.sign('GET', '/places', '');
    const [timestamp, nonce, digest] = ['PX-Timestamp', 'PX-Nonce', 'Content-Digest'].map(
      (name) => headers[name],
    );
    const ours = ['PX-SIG-1', 'GET', 'sandbox.test', '/v1/ping', '', timestamp, nonce, digest].join('\n');
    const theirs = bend(ours);
    const sent =
      theirs === null ? {} : { 'PX-Debug-Signing-Base': Buffer.from(theirs).toString('base64url') };
    const { status, body } = await partner.deliver('GET', '/ping', '', { ...headers, ...sent });
    expect([status, body.error.code]).toEqual([401, 'signature_invalid']);
    expect(body.error.details.signing_base).toBe(ours);
    return body.error.details;
  };

  it('names the text that should have been signed', async () => {
    const details = await ask(() => null);
    expect(Object.keys(details)).toEqual(['signing_base', 'hint']);
    expect(details.hint).toContain('PX-Debug-Signing-Base');
  });

  it('names the first line that differs', async () => {
    expect(await ask((base) => base.replace('/v1/ping', '/v1/places'))).toMatchObject({
      first_difference: { line: 4, yours: '/v1/places', ours: '/v1/ping' },
      hint: 'Line 4 differs.',
    });
    expect(await ask((base) => base.replaceAll('\n', '\r\n'))).toMatchObject({
      first_difference: { line: 1, yours: 'PX-SIG-1\r', ours: 'PX-SIG-1' },
      hint: 'Line 1 differs in white space only: lines end in LF alone.',
    });
  });

  it('tells a text that goes on, one that ends early, and one that is right', async () => {
    expect(await ask((base) => `${base}\n`)).toMatchObject({
      first_difference: { line: 9, yours: '', ours: null },
    });
    const short = await ask((base) => base.slice(0, base.lastIndexOf('\n')));
    expect(short).toMatchObject({
      first_difference: { line: 8, yours: null },
      hint: 'Your text ends before line 8.',
    });
    const same = await ask((base) => base);
    expect(same).toMatchObject({ first_difference: null });
    expect(same.hint).toMatch(/^The text is the same: the private key/);
  });
});

describe('apart from each other', () => {
  it('keeps apps and environments: what is not theirs is unknown', async () => {
    const { sandbox, clock, connection } = await createBench();
    const stranger = async (environment: 'sandbox' | 'live', appId?: string): Promise<Partner> => {
      const partner = new Partner(sandbox, clock);
      partner.keyId = sandbox.staff.registerKey(partner.publicKeyPem, environment, appId);
      return partner;
    };
    const other = await stranger('sandbox', sandbox.staff.addApp({ name: 'Other' }));
    const live = await stranger('live');
    const { code } = sandbox.staff.issueCode();
    for (const partner of [other, live]) {
      const found = await partner.get(`/connections/${connection}`);
      expect([found.status, found.body.error.code]).toEqual([404, 'connection_not_found']);
      expect((await partner.get('/connections')).body.connections).toEqual([]);
      const redeemed = await partner.post('/connections', { connect_code: code });
      expect([redeemed.status, redeemed.body.error.code]).toEqual([404, 'connect_code_invalid']);
    }
    expect((await live.get('/ping')).body).toMatchObject({ app: { environment: 'live' } });
  });

  it('forgets no nonce before its timestamp lapses, however many come, and remembers what the rate lets through alone', async () => {
    const kept = new Set<string>();
    const stateFile = {
      rows: new Map<string, string>(),
      write: (rows: ReadonlyMap<string, string>) => {
        kept.clear();
        for (const path of rows.keys()) if (path.includes('.nonces/')) kept.add(path);
      },
      close: () => undefined,
    };
    const limits = { rate_limit_per_minute: 5 };
    const { partner, clock, sandbox } = await createBench({ limits, stateFile });
    clock.advance(60_000);
    const send = async (headers: Record<string, string>): Promise<string> => {
      const { status, body } = await partner.deliver('GET', '/ping', '', headers);
      return status === 200 ? 'ok' : body.error.code;
    };
    // The client's clock is five minutes ahead: its first timestamp is good for ten.
    clock.advance(300_000);
    const first = partner.sign('GET', '/ping', '');
    clock.advance(-300_000);
    expect(await send(first)).toBe('ok');
    for (let minute = 0; minute < 9; minute++) {
      clock.advance(60_000);
      for (let request = 0; request < 12; request++) await send(partner.sign('GET', '/ping', ''));
    }
    expect(kept.size).toBeLessThanOrEqual(5 * 10);
    clock.advance(59_000);
    expect(await send(first)).toBe('nonce_replayed');
    sandbox.staff.setLimits({ rate_limit_per_minute: 100 });
    for (let request = 0; request < 60; request++) await send(partner.sign('GET', '/ping', ''));
    expect(await send(first)).toBe('nonce_replayed');
    clock.advance(2_000);
    expect(await send(first)).toBe('timestamp_skewed');
    clock.advance(310_000);
    expect(await send(partner.sign('GET', '/ping', ''))).toBe('ok');
    expect(kept.size).toBe(1);
  });
});

async function isThere(program: string): Promise<boolean> {
  return run(program, [program === 'openssl' ? 'version' : '--version']).then(
    () => true,
    () => false,
  );
}
