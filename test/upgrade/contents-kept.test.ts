import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../support/manual-clock.js';
import { contentsConnections, idsTable, tableOf } from './contents-life.js';
import type { Deployment } from './deployment.js';
import { installToday } from './todays-mappings.js';
import { withKeptDeployment } from './todays-release.js';

/** What visitors see of a listing that an upgrade alone must leave. */
interface Shown {
  status: string;
  state: unknown;
  price: unknown;
  area: unknown;
  cover: unknown;
}

interface Payload {
  state?: string;
  price?: { amount: number; currency: string };
  rent?: { amount: number; currency: string };
  structure?: { area_sqm?: number };
  photos?: { url: string }[];
}

function shown({ sandbox }: Deployment): Record<string, Shown> {
  const all = Object.values(contentsConnections).flatMap((id) => sandbox.staff.listings(id));
  return Object.fromEntries(
    all.map(({ externalId, status, payload }): [string, Shown] => {
      const { state = 'active', price, rent, structure, photos } = (payload ?? {}) as Payload;
      const { amount, currency } = price ?? rent ?? {};
      const cover = photos?.[0]?.url;
      return [
        externalId,
        { status, state, price: `${amount} ${currency}`, area: structure?.area_sqm, cover },
      ];
    }),
  );
}

/** Ids of all listings of a batch that the daemon sent. */
function pushed({ changes }: Deployment): string[] {
  return changes
    .filter(({ request }) => request.endsWith('/batches'))
    .flatMap(({ body }) => (JSON.parse(body) as { listings: { external_id: string }[] }).listings)
    .map(({ external_id: id }) => id);
}

const holds = async ({ app }: Deployment): Promise<string[]> =>
  (await app.services.store.holds.open({})).map(({ kind, lineCount }) => `${kind} ${lineCount}`);

/** Covers that 0.1.0 sent as two addresses, or escaped. */
const covers = {
  T18: 'https://photos.agency.example/a.jpg',
  T19: 'https://photos.agency.example/c.jpg',
  T21: 'https://photos.agency.example/g.php?id=7&w=800',
};

const withContents = <T>(work: (deployment: Deployment) => Promise<T>): Promise<T> =>
  withKeptDeployment(work, { kept: 'contents', prepare: installToday });

describe('a store of 0.1.0 whose feeds hold what people write', () => {
  it('keeps each id, cover, state, price and area through a night, and asks nothing', async () => {
    await withContents(async (deployment) => {
      const before = shown(deployment);
      expect(Object.keys(before)).toHaveLength(40 + 10 + 30);
      await deployment.start();
      await deployment.work(3 * hour, 15 * minute);
      expect(shown(deployment)).toEqual(before);
      expect(await holds(deployment)).toEqual([]);
      // The sources write their files again, with other bytes and the same contents.
      await writeFile('feeds/tabela.csv', `${tableOf()}\r\n`);
      await writeFile('feeds/sifre.csv', `${idsTable()}\r\n`);
      await deployment.work(20 * hour, 30 * minute);
      expect(shown(deployment)).toEqual(before);
      expect(await holds(deployment)).toEqual([]);
      const sent = pushed(deployment);
      expect(sent.length).toBe(new Set(sent).size);
      expect(sent.length).toBeLessThanOrEqual(Object.keys(before).length / 2);
      await deployment.stop();
    });
  }, 180_000);

  it('goes over to the mapping of today with one removal hold, which says why', async () => {
    await withContents(async (deployment) => {
      const before = shown(deployment);
      await deployment.start();
      await deployment.work(hour, 15 * minute);
      await deployment.stop();
      const { code } = await deployment.command(['mapping', 'upgrade', '--feed', 'tabela']);
      expect(code).toBe(0);
      await deployment.start();
      await deployment.work(4 * hour, 15 * minute);
      const { store } = deployment.app.services;
      const open = await store.holds.open({});
      expect(open.map(({ kind }) => kind).filter((kind) => kind !== 'content')).toEqual(['removals']);
      const [hold] = open.filter(({ kind }) => kind === 'removals');
      const asked = (await store.holds.get(hold?.id ?? 0))?.lines.map(({ externalId }) => externalId) ?? [];
      const called = [2, 3, 4, 5, 6, ...Array.from({ length: 12 }, (_, index) => 25 + index)];
      expect([asked.sort(), hold?.reason]).toEqual([
        called.map((number) => `T${number}`).sort(),
        expect.stringMatching(/for some time/),
      ]);
      // Before it is answered visitors see what they saw, but for covers that were no addresses.
      const mended = Object.entries(covers).map(([id, cover]) => [id, { ...before[id], cover }]);
      expect(shown(deployment)).toEqual({ ...before, ...Object.fromEntries(mended) });
      await deployment.stop();
    });
  }, 180_000);
});
