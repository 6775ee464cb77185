import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemSeams } from '../../src/assemble.js';
import { openDemo, type Demo } from '../../src/assemble/demo.js';
import { ManualClock, second } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';

let demo: Demo;
let folder: string;
afterEach(async () => {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the demo', () => {
  it('shows first listings, a change carried through and a sold one gone, in this order', async () => {
    const clock = new ManualClock();
    folder = await mkdtemp(join(tmpdir(), 'feedsync-demo-'));
    const lines: string[] = [];
    demo = await openDemo(
      join(folder, 'demo'),
      { ...systemSeams(), clock, random: seededRandom('demo') },
      (line) => lines.push(line),
    );
    const live = (): string[] =>
      demo.sandbox.staff
        .listings(demo.connectionId)
        .flatMap((l) => (l.status === 'live' ? [l.externalId] : []));

    const ticks = async (until: () => boolean): Promise<void> => {
      for (let tick = 0; tick < 600 && !until(); tick++) {
        await demo.app.engine.tick();
        await demo.app.engine.idle();
        clock.advance(second);
      }
    };
    const started = clock.now();
    await ticks(() => live().length > 0);
    expect(clock.now() - started).toBeLessThanOrEqual(30 * second);
    await ticks(() => live().length >= 55);

    await ticks(() => lines.some((line) => / changed: .* → /.test(line)));
    const change = demo.agency.changes().find(({ kind }) => kind === 'price');
    expect(lines.join('\n')).toContain(`${change?.code ?? 'no change'} changed: `);

    const sold = (): string | undefined => demo.agency.changes().find(({ kind }) => kind === 'sold')?.code;
    await ticks(() => sold() !== undefined && !live().includes(sold() ?? ''));
    expect(lines.join('\n')).toContain(`${sold() ?? 'none'} is no longer on the portal`);

    const order = [/listings are on the portal/, / changed: /, /no longer on the portal/].map((sign) =>
      lines.findIndex((line) => sign.test(line)),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(-1);

    const [home] = await homesBehind(linkIn(lines, 'the agency’s own'));
    expect(home?.connection).toBe(demo.connectionId);
    expect(home?.on_portal).toBeGreaterThanOrEqual(55);
  });
});

function linkIn(lines: readonly string[], label: string): string {
  return (
    lines
      .find((line) => line.startsWith(label))
      ?.split(/\s+/)
      .at(-1) ?? ''
  );
}

/** What the owner of an invitation sees first. */
async function homesBehind(link: string): Promise<{ connection: string; on_portal: number }[]> {
  const { origin, hash } = new URL(link);
  const accepted = await fetch(`${origin}/api/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ secret: hash.slice(1), password: 'sunce nad Dunavom 7' }),
  });
  const cookie = accepted.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const home = await fetch(`${origin}/api/v1/home`, { headers: { cookie } });
  return ((await home.json()) as { homes: Awaited<ReturnType<typeof homesBehind>> }).homes;
}
