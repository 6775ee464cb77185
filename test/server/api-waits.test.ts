import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { between } from '../support/between.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller } from './api-world.js';

interface Told {
  sr: string;
  en: string;
}

interface Item {
  kind: string;
  count: number;
  operator: boolean;
  sentence: Told;
  next: Told;
}

interface Story {
  waits: {
    kind: string;
    code: string;
    why: Told;
    details: { pointer: string; message: string; told: Told }[];
  } | null;
}

let api: ApiWorld;
let operator: Caller;
let agency: Caller;
/** A has a listing that the portal names in its refusal and one that it never removes; B has a full plan. */
beforeAll(async () => {
  api = await ApiWorld.create();
  const { world } = api;
  between(world, async (request, portal) => {
    const { pathname } = new URL(request.url);
    const error = (code: string, details: unknown, status: number): Response => {
      const headers = { date: new Date(world.clock.now()).toUTCString() };
      const body = { error: { code, message: 'No.', details }, request_id: crypto.randomUUID() };
      return Response.json(body, { status, headers });
    };
    if (pathname.endsWith('/A0003/remove')) return error('signature_invalid', null, 401);
    if (pathname !== `/v1/connections/${api.a}/batches`) return portal(request);
    const { listings } = (await request.clone().json()) as { listings: { external_id: string }[] };
    const index = listings.findIndex(({ external_id: id }) => id === 'A0004');
    if (index < 0) return portal(request);
    const message = 'At most 60, call 064 123 45 67.';
    const detail = { pointer: `/listings/${index}/structure/floor`, code: 'too_big', message };
    return error('validation_failed', [detail], 422);
  });
  world.feed.body = estateFeed([ad(1), ad(2), ad(4), ad(5)]);
  world.sandbox.staff.setQuota(api.b, 2);
  world.at('/b.xml').body = estateFeed(ads(4, 101));
  for (let hours = 0; hours < 3; hours++) await world.tick(hour);
  await world.tick(minute);
  operator = await api.signedIn('operator', 'operator');
  agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
});
afterAll(() => api.close());

const itemsFor = async (caller: Caller): Promise<Item[]> =>
  (await caller.get<{ attention: Item[] }>('/overview')).attention;
const itemOf = async (caller: Caller, kind: string): Promise<Item | undefined> =>
  (await itemsFor(caller)).find((item) => item.kind === kind);

describe('what waits, in the API', () => {
  it('is an item with its own reason in both languages, as the operator and as the agency read it', async () => {
    expect(await itemOf(operator, 'item_refused')).toMatchObject({
      ...{ count: 1, operator: false },
      sentence: {
        en: expect.stringMatching(
          /: 1 listing waits, because the portal refused the request because of this listing’s content \(validation_failed\)\.$/,
        ) as string,
        sr: expect.stringMatching(
          /: 1 oglas čeka: portal je odbio zahtev zbog sadržaja ovog oglasa \(validation_failed\)\.$/,
        ) as string,
      },
    });
    expect(await itemOf(operator, 'request_refused')).toMatchObject({
      ...{ count: 1, operator: true },
      sentence: {
        en: expect.stringMatching(
          /because the portal refuses this one request although it accepts the key \(signature_invalid\)\.$/,
        ) as string,
      },
    });
    expect(await itemsFor(agency)).toMatchObject([
      {
        ...{ kind: 'plan_full', count: 2 },
        sentence: {
          en: '2 listings wait, because the agency’s plan at the portal has no room for another listing.',
          sr: '2 oglasa čekaju: paket agencije na portalu nema mesta za još jedan oglas.',
        },
      },
    ]);
    expect(JSON.stringify(await itemsFor(operator))).not.toMatch(/stalled|budget|cannot be read/);
  });

  it('is a task of the agency, and a cause of the operators’ overview', async () => {
    const { homes } = await agency.get<{ homes: unknown[] }>(`/home?connection=${api.b}`);
    const tasks = [
      {
        ...{ kind: 'refused', count: 2 },
        sentence: {
          sr: '2 oglasa čekaju: paket agencije na portalu nema mesta za još jedan oglas. Uzmite veći paket ili skinite neki oglas; oglasi se potom šalju sami, prvo oni koji najduže čekaju.',
        },
      },
    ];
    expect(homes).toMatchObject([{ tasks }]);
    const { causes } = await operator.get<{ causes: { kind: string; sentence: Told }[] }>('/situation');
    expect(causes.map(({ kind, sentence }) => [kind, sentence.en])).toEqual(
      expect.arrayContaining([
        [
          'plan_full',
          '2 listings of 1 agency wait, because the agency’s plan at the portal has no room for another listing.',
        ],
        [
          'request_refused',
          'The portal refuses single requests of 1 agency although it accepts the key (signature_invalid).',
        ],
      ]),
    );
  });

  it('is in the story of its listing: the field by its name, the portal’s words without contacts', async () => {
    const { waits } = await operator.get<Story>(`/listings/${api.a}/A0004`);
    expect(waits).toMatchObject({
      ...{ kind: 'item_refused', code: 'validation_failed' },
      details: [
        {
          pointer: '/structure/floor',
          told: { sr: 'Preveliko ili predugačko: sprat. Ispravite podatak u svom programu.' },
        },
      ],
    });
    expect(waits?.details[0]?.message).toContain('At most 60');
    expect(JSON.stringify(waits)).not.toContain('064 123');
    const { waits: removal } = await operator.get<Story>(`/listings/${api.a}/A0003`);
    expect(removal).toMatchObject({ kind: 'request_refused', code: 'signature_invalid' });
  });
});
