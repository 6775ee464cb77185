import { expect } from 'vitest';
import { ApiWorld, type Caller } from '../server/api-world.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';

/** What an operator is asked about on the phone: one listing each, of an agency of its own. */
export const caseNames = [
  ...['price', 'photos', 'left', 'kept', 'paused', 'first', 'sent-back', 'revoked', 'place'],
  ...['blocked', 'duplicate', 'plan', 'stalled', 'unsent'],
] as const;
export type CaseName = (typeof caseNames)[number];

export interface CasesWorld {
  api: ApiWorld;
  /** The listing that is asked about. */
  subject: Readonly<Record<CaseName, { code: string; street: string }>>;
}

const suffixes: Partial<Record<CaseName, string>> = { blocked: ':blocked', duplicate: ':duplicate' };

function numberOf(name: CaseName): number {
  return 1000 + 100 * caseNames.indexOf(name);
}

function subjectOf(name: CaseName): Ad {
  const number = numberOf(name);
  const street = `Bulevar Vuka Karadžića ${number + 1}`;
  const one = ad(number, { street });
  return { ...one, code: `${one.code}${suffixes[name] ?? ''}` };
}

const others = (name: CaseName): Ad[] => ads(9, numberOf(name) + 1);

let api: ApiWorld;
const connections = new Map<CaseName, string>();

const serve = (name: CaseName, list: readonly Ad[]): void => {
  const file = estateFeed(list);
  // Its photos cannot be fetched from the portal.
  const photos = `photos.agency.example/${subjectOf('photos').code}`;
  api.world.at(`/${name}.xml`).body = file.replaceAll(
    photos,
    `photo-404.sandbox.test/${subjectOf('photos').code}`,
  );
};
const pathOf = (name: CaseName): string => `/listings/${connectionOf(name)}/${subjectOf(name).code}`;
const connectionOf = (name: CaseName): string => connections.get(name) ?? '';

/** An installation in which each case has come about as it does: by what agencies, staff and the portal did. */
export async function openCases(): Promise<CasesWorld> {
  api = await ApiWorld.create();
  await declareAgencies();
  await pass(1);
  await happens(await api.signedIn('ana', 'administrator'));
  await pass(4);
  await comesBackUnknown(await api.signedIn('mira', 'operator'));
  await pass(1);
  const subject = Object.fromEntries(
    caseNames.map((name) => [name, subjectOf(name)]),
  ) as unknown as CasesWorld['subject'];
  return { api, subject };
}

async function pass(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) await api.world.later(hour);
}

async function declareAgencies(): Promise<void> {
  const { staff } = api.world.sandbox;
  const sent = caseNames.filter((name) => name !== 'unsent');
  for (const name of sent) {
    const isCertifying = name === 'first' || name === 'sent-back';
    const agency = { name: `Agencija ${name}` };
    connections.set(name, staff.addConnection({ agency, ...(isCertifying && { status: 'certifying' }) }));
    // The photos that cannot be fetched, and a listing that comes later, are new in a later file.
    serve(
      name,
      ['stalled', 'plan', 'price'].includes(name) ? others(name) : [subjectOf(name), ...others(name)],
    );
  }
  await api.world.declare((feeds) => [
    ...feeds,
    ...sent.map((name) => ({
      ...feeds[0],
      ...{ name, connection: connectionOf(name), url: `${api.world.feedUrl}/${name}.xml` },
    })),
  ]);
  await api.restart();
}

async function happens(caller: Caller): Promise<void> {
  const { staff } = api.world.sandbox;
  serve('price', [{ ...subjectOf('price'), price: 0 }, ...others('price')]);
  serve('left', others('left'));
  serve('place', others('place').slice(5));
  serve('plan', [subjectOf('plan'), ...others('plan')]);
  staff.setQuota(connectionOf('plan'), 9);
  serve('paused', [{ ...subjectOf('paused'), price: 65_000 }, ...others('paused')]);
  staff.pause(connectionOf('paused'), 'Neplaćen račun za oktobar', 'staff');
  staff.sendBack(connectionOf('sent-back'), 'Fotografije su sa drugog portala');
  serve('revoked', [{ ...subjectOf('revoked'), price: 65_000 }, ...others('revoked')]);
  staff.revoke(connectionOf('revoked'), 'Ugovor je raskinut');
  api.world.at('/stalled.xml').status = 503;
  const body = { reason: 'Vlasnik je odustao od prodaje', until: null };
  expect(await caller.ask('POST', `${pathOf('kept')}/suppress`, { body })).toMatchObject({ status: 200 });
  const agency = { name: 'unsent', title: 'Agencija unsent', email: 'a@unsent.example', language: 'sr-Latn' };
  serve('unsent', [subjectOf('unsent')]);
  const feed = { url: `${api.world.feedUrl}/unsent.xml`, mapping: 'estate-sistem' };
  expect(await caller.ask('POST', '/agencies', { body: { ...agency, ...feed } })).toMatchObject({
    status: 200,
  });
  await api.world.tick(minute);
}

/** Listings that half of a file lacked are kept by a decision; then they are in it again, one at a place that the portal does not know. */
async function comesBackUnknown(caller: Caller): Promise<void> {
  const [hold] = await api.services.store.holds.open({ kind: 'removals' });
  const kept = await caller.ask('POST', `/holds/${hold?.id ?? 0}/reject`, { body: {} });
  expect(kept).toMatchObject({ status: 200 });
  const unknown = { ...subjectOf('place'), town: 'Donji Nepoznatovac', district: '' };
  serve('place', [unknown, ...others('place')]);
  const file = api.world.at('/place.xml');
  file.body = String(file.body).replace('NOVI SAD', 'DONJI NEPOZNATOVAC').replace('<ptt>21000', '<ptt>');
}
